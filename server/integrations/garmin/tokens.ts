import type { Temporal } from 'temporal-polyfill';
import * as z from 'zod';
import { parsedAnswer } from '../providers/parsed-answer.ts';
import type { AuthorizationCallback, Tokens } from '../providers/provider.ts';
import { callService } from '../providers/provider-call.ts';
import { ProviderError } from '../providers/provider-error.ts';
import { tokenProblem } from '../providers/token-problem.ts';
import { type GarminSettings, garminAddresses } from './call.ts';

const Answer = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.number().positive(),
});

/**
 * Exchanges an authorization code for tokens. Throws `refused` if the code is invalid, and `operator` if Garmin does
 * not accept our client.
 */
export const exchangeCode = (
  settings: GarminSettings,
  arrival: AuthorizationCallback,
  now: Temporal.Instant,
) =>
  askForTokens(
    settings,
    {
      grant_type: 'authorization_code',
      code: arrival.code,
      code_verifier: arrival.codeVerifier,
      redirect_uri: arrival.redirectUri,
    },
    now,
  );

/**
 * Exchanges a refresh token, which can be used only once, for new tokens. Throws `gone` if the refresh token is no
 * longer valid.
 */
export async function renewTokens(
  settings: GarminSettings,
  { refreshToken }: Tokens,
  now: Temporal.Instant,
): Promise<Tokens> {
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken ?? '' };
  return askForTokens(settings, form, now).catch((error) => {
    const isGone = error instanceof ProviderError && error.kind === 'refused';
    throw isGone ? new ProviderError('gone', 'Garmin: the consent was revoked', { cause: error }) : error;
  });
}

async function askForTokens(
  settings: GarminSettings,
  form: Record<string, string>,
  now: Temporal.Instant,
): Promise<Tokens> {
  const { clientId, clientSecret } = settings;
  const answer = await callService(garminAddresses(settings).tokens, {
    method: 'POST',
    form: { ...form, client_id: clientId, client_secret: clientSecret },
  });
  if (answer.status !== 200) throw tokenProblem('Garmin', answer, now);
  const tokens = parsedAnswer('Garmin', Answer, answer);
  return {
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
    expiresAt: now.add({ seconds: Math.floor(tokens.expires_in) }),
  };
}
