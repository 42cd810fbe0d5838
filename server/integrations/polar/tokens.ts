import type { Temporal } from 'temporal-polyfill';
import * as z from 'zod';
import { parsedAnswer } from '../providers/parsed-answer.ts';
import type { AuthorizationCallback, Grant } from '../providers/provider.ts';
import { callService } from '../providers/provider-call.ts';
import { ProviderError } from '../providers/provider-error.ts';
import { id } from '../providers/reported-fields.ts';
import { tokenProblem } from '../providers/token-problem.ts';
import { clientAuthorization, type PolarSettings, polarAddresses, polarCall } from './call.ts';

const Tokens = z.object({ access_token: z.string(), expires_in: z.number().positive(), x_user_id: id });

/** Polar's only scope. */
const scopes = ['accesslink.read_all'];

/**
 * Exchanges an authorization code and registers the person, because Polar returns no data otherwise. Throws `refused`
 * if the code is invalid, `operator` if Polar does not accept our client, and `consent` if the person has not accepted
 * Polar's mandatory terms. Registering a person again changes nothing; the caller checks who owns the account.
 */
export async function polarGrant(
  settings: PolarSettings,
  { code, redirectUri, memberId }: AuthorizationCallback,
  now: Temporal.Instant,
): Promise<Grant> {
  const addresses = polarAddresses(settings);
  const answer = await callService(addresses.tokens, {
    method: 'POST',
    headers: {
      authorization: clientAuthorization(settings),
      accept: 'application/json;charset=UTF-8',
    },
    form: { grant_type: 'authorization_code', code, redirect_uri: redirectUri },
  });
  if (answer.status !== 200) throw tokenProblem('Polar', answer, now);
  const tokens = parsedAnswer('Polar', Tokens, answer);
  const registration = await polarCall(
    `${addresses.api}/users`,
    `Bearer ${tokens.access_token}`,
    { now },
    {
      method: 'POST',
      json: { 'member-id': memberId },
      expected: [403, 409],
    },
  );
  if (registration.status === 403)
    throw new ProviderError('consent', 'Polar: a mandatory consent is missing');
  return {
    tokens: {
      accessToken: tokens.access_token,
      refreshToken: null,
      expiresAt: now.add({ seconds: Math.floor(tokens.expires_in) }),
    },
    userId: tokens.x_user_id,
    scopes,
    listsNewUploadsOnly: registration.status !== 409,
  };
}
