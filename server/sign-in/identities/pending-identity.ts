import type { Temporal } from 'temporal-polyfill';
import type * as z from 'zod/mini';
import type * as contract from '../../../contract/identities.ts';
import type { Language } from '../../../contract/kit/fields.ts';
import type { Answer } from '../../../contract/kit/operation.ts';
import type { Db } from '../../db/db.ts';
import type { Clock } from '../../kit/platform-day.ts';
import { violation } from '../../kit/problem-error.ts';
import type { Queue } from '../../kit/queue.ts';
import { startLanguage } from '../../platform/settings/config.ts';
import type { SignInLimits } from '../attempt-limits/sign-in-limits.ts';
import { type SignInVisit, signIn } from '../sessions/sign-in.ts';
import type { SignedIn } from '../sessions/signed-in.ts';
import { type SignUpLimits, withinLimits } from '../sign-up/sign-up.ts';
import { requiredProofOf } from './access.ts';
import type { AuthorizationState } from './authorization.ts';
import { makeAccount } from './callback.ts';
import { addIdentity, type VerifiedIdentity } from './identity.ts';
import type { Provider } from './provider.ts';
import { labelIn } from './provider-fields.ts';

/** A person who signed in with an identity provider but must still enter something. Stored in the session. */
export interface PendingIdentity extends VerifiedIdentity {
  key: string;
  language: Language;
  returnTo: string;
  until: string;
}

/** The time limit for looking up a password or a guest code. After that, somebody else may be using the browser. */
const waitingMinutes = 15;

/** Creates the pending identity of a person who must still enter something. */
export async function createPendingIdentity(
  db: Db,
  { key, returnTo }: AuthorizationState,
  identity: VerifiedIdentity,
  language: Language,
  now: Temporal.Instant,
): Promise<PendingIdentity> {
  const until = now.add({ minutes: waitingMinutes }).toString();
  return { ...identity, key, returnTo, until, language: await startLanguage(db, language) };
}

/** Returns the details of the person who is signing in, and what they must enter. */
export async function toPendingInfo(
  db: Db,
  provider: Provider,
  waiting: PendingIdentity,
  language: Language,
): Promise<Answer<typeof contract.waiting>> {
  const { email, givenName, surname } = waiting;
  const asks = await requiredProofOf(db, provider, email);
  const label = labelIn(provider.label, language);
  return { provider: label, email, givenName, surname, language: waiting.language, asks };
}

/**
 * Links the identity to the account with the same address, and returns the person. Throws the same errors as signing in
 * with a password. Wrong passwords count towards the same limits.
 */
export async function linkIdentity(
  db: Db,
  queue: Queue,
  limits: SignInLimits,
  waiting: PendingIdentity,
  password: string,
  visit: SignInVisit,
  now: Temporal.Instant,
): Promise<SignedIn> {
  const person = await signIn(db, queue, limits, { username: waiting.email, password }, visit, now);
  await addIdentity(db, waiting, person.id, now);
  return person;
}

/**
 * Creates an account for the identity, and returns the person. Throws 422 if an account with the address has been
 * created in the meantime, or if the guest code is missing or cannot be used; 429 after too many refused codes or
 * sign-ups.
 */
export async function signUpWithIdentity(
  db: Db,
  limits: SignUpLimits,
  provider: Provider,
  waiting: PendingIdentity,
  entry: z.output<typeof contract.signUp.body>,
  address: string,
  clock: Clock,
): Promise<SignedIn> {
  const needsCode = (await requiredProofOf(db, provider, waiting.email)) !== 'names';
  const guestCode = needsCode ? (entry.guestCode?.trim() ?? '') : null;
  if (guestCode === '') throw violation('guestCode', 'value.required');
  return withinLimits(limits, address, () =>
    makeAccount(db, waiting, { consent: undefined, ...entry, guestCode }, clock),
  );
}
