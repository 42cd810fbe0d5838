import { Temporal } from 'temporal-polyfill';
import * as z from 'zod';
import { parsedAnswer } from '../providers/parsed-answer.ts';
import type { Tokens } from '../providers/provider.ts';
import { callService } from '../providers/provider-call.ts';
import { ProviderError } from '../providers/provider-error.ts';
import { id } from '../providers/reported-fields.ts';
import { errorsOf, type StravaSettings, stravaAddresses } from './call.ts';

const Answer = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_at: z.number().positive(),
  scope: z.string().optional(),
  athlete: z.object({ id }).optional(),
});

/** Strava's response to a consent or a renewal. */
export interface StravaGrant {
  tokens: Tokens;
  /** Missing in the response to a renewal. */
  scope: string | undefined;
  athleteId: string | undefined;
}

/**
 * Exchanges an authorization code for tokens. Throws `refused` if the code is invalid, and `operator` if Strava does
 * not accept our client.
 */
export const exchangeCode = (settings: StravaSettings, code: string) =>
  askForTokens(settings, { grant_type: 'authorization_code', code });

/**
 * Exchanges a refresh token for new tokens. If Strava returns a new refresh token, the old one becomes invalid. Throws
 * `gone` if the refresh token is invalid.
 */
export async function renewTokens(settings: StravaSettings, { refreshToken }: Tokens): Promise<Tokens> {
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken ?? '' };
  const { tokens } = await askForTokens(settings, form).catch((error) => {
    const isGone = error instanceof ProviderError && error.kind === 'refused';
    throw isGone ? new ProviderError('gone', 'Strava: the consent was revoked', { cause: error }) : error;
  });
  return tokens;
}

async function askForTokens(settings: StravaSettings, form: Record<string, string>): Promise<StravaGrant> {
  const { clientId, clientSecret } = settings;
  const answer = await callService(`${stravaAddresses(settings).site}/oauth/token`, {
    method: 'POST',
    form: { ...form, client_id: clientId, client_secret: clientSecret },
  });
  if (answer.status === 429) throw new ProviderError('limit', 'Strava: too many calls');
  if (answer.status !== 200) {
    const isOurs =
      answer.status === 403 || errorsOf(answer).some(({ resource }) => resource === 'Application');
    throw new ProviderError(isOurs ? 'operator' : 'refused', `Strava issued no tokens: ${answer.status}`);
  }
  const received = parsedAnswer('Strava', Answer, answer);
  return {
    tokens: {
      accessToken: received.access_token,
      refreshToken: received.refresh_token,
      expiresAt: Temporal.Instant.fromEpochMilliseconds(Math.floor(received.expires_at) * 1000),
    },
    scope: received.scope,
    athleteId: received.athlete?.id,
  };
}

/** Revokes a token and, with it, the consent. Succeeds if the token is unknown. */
export async function revokeToken(settings: StravaSettings, token: string): Promise<void> {
  const { clientId, clientSecret } = settings;
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const answer = await callService(`${stravaAddresses(settings).site}/oauth/revoke`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
    form: { token, token_type_hint: 'refresh_token' },
  });
  if (answer.status !== 200)
    throw new ProviderError('operator', `Strava did not revoke the consent: ${answer.status}`);
}
