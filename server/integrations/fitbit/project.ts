import { importPKCS8, SignJWT } from 'jose';
import type { Temporal } from 'temporal-polyfill';
import * as z from 'zod';
import { parsedAnswer } from '../providers/parsed-answer.ts';
import { callService } from '../providers/provider-call.ts';
import { ProviderError } from '../providers/provider-error.ts';
import { tokenProblem } from '../providers/token-problem.ts';

/** The Google project that the client belongs to, and its service account. */
export interface FitbitProject {
  number: string;
  account: z.infer<typeof ServiceAccount>;
}

/** The key of a service account, in the format of Google's JSON key file. */
const ServiceAccount = z.object({
  client_email: z.email(),
  private_key: z.string().startsWith('-----BEGIN PRIVATE KEY-----'),
  private_key_id: z.string().optional(),
});

const serviceAccount = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue('must be the JSON key of a service account');
      return z.NEVER;
    }
  })
  .pipe(ServiceAccount);

/** The environment variables for the Google project. Set both or neither. */
export const projectVariables = {
  FITBIT_PROJECT: z.string().regex(/^\d+$/, 'must be the project number').optional(),
  FITBIT_SERVICE_ACCOUNT: serviceAccount.optional(),
};

/** Returns the project from the environment variables, if they are set. Throws if only one of them is set. */
export function projectOf(set: {
  FITBIT_PROJECT?: string | undefined;
  FITBIT_SERVICE_ACCOUNT?: FitbitProject['account'] | undefined;
}): FitbitProject | undefined {
  const { FITBIT_PROJECT: number, FITBIT_SERVICE_ACCOUNT: account } = set;
  if (!number && !account) return undefined;
  if (!number || !account) throw new Error('FITBIT_PROJECT and FITBIT_SERVICE_ACCOUNT: set both or neither');
  return { number, account };
}

const Answer = z.object({ access_token: z.string() });

/** The OAuth scope for managing subscribers, which belong to the project and not to people. */
const scope = 'https://www.googleapis.com/auth/cloud-platform';

/**
 * Gets an access token for the project with the key of its service account (RFC 7523). Throws `operator` if the key is
 * invalid or Google rejects it.
 */
export async function projectToken(
  { account }: FitbitProject,
  tokensAddress: string,
  now: Temporal.Instant,
): Promise<string> {
  const audience = `${tokensAddress}/token`;
  const issuedAt = Math.floor(now.epochMilliseconds / 1000);
  const key = await importPKCS8(account.private_key, 'RS256').catch((cause) => {
    throw new ProviderError('operator', 'Google: the key of the service account is invalid', { cause });
  });
  const assertion = await new SignJWT({ scope })
    .setProtectedHeader({
      alg: 'RS256',
      typ: 'JWT',
      ...(account.private_key_id && { kid: account.private_key_id }),
    })
    .setIssuer(account.client_email)
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    // The assertion is used immediately; five minutes allow for small clock differences.
    .setExpirationTime(issuedAt + 300)
    .sign(key);
  const answer = await callService(audience, {
    method: 'POST',
    form: { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion },
  });
  if (answer.status === 200) return parsedAnswer('Google', Answer, answer).access_token;
  const problem = tokenProblem('Google', answer, now);
  throw problem.kind === 'refused'
    ? new ProviderError('operator', 'Google rejects the service account', { cause: problem })
    : problem;
}
