import type { Temporal } from 'temporal-polyfill';
import * as z from 'zod';
import { parsedAnswer } from '../providers/parsed-answer.ts';
import type { AuthorizationCallback, Tokens } from '../providers/provider.ts';
import { callService } from '../providers/provider-call.ts';
import { ProviderError } from '../providers/provider-error.ts';
import { tokenProblem } from '../providers/token-problem.ts';
import { type FitbitSettings, fitbitAddresses } from './call.ts';

const Answer = z.object({
  access_token: z.string(),
  expires_in: z.number().positive(),
  /** Present only in the response to a consent. */
  refresh_token: z.string().optional(),
  scope: z.string().optional(),
});

/** Google's response after a consent: the tokens, and the scopes that the person ticked. */
export interface FitbitGrant {
  tokens: Tokens & { refreshToken: string };
  scope: string | undefined;
}

/**
 * Exchanges an authorization code for tokens. Throws `refused` if the code is invalid or yields no refresh token, and
 * `operator` if Google does not accept our client.
 */
export async function exchangeCode(
  settings: FitbitSettings,
  { code, codeVerifier, redirectUri }: AuthorizationCallback,
  now: Temporal.Instant,
): Promise<FitbitGrant> {
  const reported = await askForTokens(
    settings,
    { grant_type: 'authorization_code', code, code_verifier: codeVerifier, redirect_uri: redirectUri },
    now,
  );
  const refreshToken = reported.refresh_token;
  if (refreshToken === undefined)
    throw new ProviderError('refused', 'Google sent no refresh token: consent was not requested again');
  return { tokens: { ...tokensOf(reported, now), refreshToken }, scope: reported.scope };
}

/** Gets a new access token and keeps the refresh token. Throws `gone` if the refresh token is no longer valid. */
export async function renewTokens(
  settings: FitbitSettings,
  { refreshToken }: Tokens,
  now: Temporal.Instant,
): Promise<Tokens> {
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken ?? '' };
  const reported = await askForTokens(settings, form, now).catch((error) => {
    const isGone = error instanceof ProviderError && error.kind === 'refused';
    throw isGone ? new ProviderError('gone', 'Google: the consent was revoked', { cause: error }) : error;
  });
  return { ...tokensOf(reported, now), refreshToken: reported.refresh_token ?? refreshToken };
}

const tokensOf = (reported: z.infer<typeof Answer>, now: Temporal.Instant) => ({
  accessToken: reported.access_token,
  expiresAt: now.add({ seconds: Math.floor(reported.expires_in) }),
});

async function askForTokens(settings: FitbitSettings, form: Record<string, string>, now: Temporal.Instant) {
  const { clientId, clientSecret } = settings;
  const answer = await callService(`${fitbitAddresses(settings).tokens}/token`, {
    method: 'POST',
    form: { ...form, client_id: clientId, client_secret: clientSecret },
  });
  if (answer.status !== 200) throw tokenProblem('Google', answer, now);
  return parsedAnswer('Google', Answer, answer);
}

const Refused = z.object({ error: z.string() });

/** Revokes a token and, with it, the consent. Succeeds if the token is no longer valid. */
export async function revokeToken(
  settings: FitbitSettings,
  token: string,
  now: Temporal.Instant,
): Promise<void> {
  const address = `${fitbitAddresses(settings).tokens}/revoke`;
  const answer = await callService(address, { method: 'POST', form: { token } });
  if (answer.status === 200 || Refused.safeParse(answer.body).data?.error === 'invalid_token') return;
  throw tokenProblem('Google', answer, now);
}
