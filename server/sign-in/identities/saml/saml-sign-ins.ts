import { randomBytes } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import type { Db } from '../../../db/db.ts';
import { type AuthorizationState, authorizationMinutes } from '../authorization.ts';
import { type Identity, identityOf } from '../identity.ts';
import { IdentityError } from '../identity-error.ts';
import type { SamlAddresses } from './saml-addresses.ts';
import type { SamlAnswer } from './saml-response.ts';
import type { SamlSettings } from './saml-settings.ts';

/** Stored in place of an identity when a response is refused, so that the callback can report the failure. */
const refused = 'null';

/** Returns 160 random bits as a text that is a valid XML id. */
const randomId = () => `_${randomBytes(20).toString('hex')}`;

/** The format of the state of a sign-in. */
export const stateForm = /^_[0-9a-f]{40}$/;

/**
 * Starts a sign-in. Returns the state to store in the session, and the address to send the browser to. The request's id
 * is stored in the database, because the response arrives without the session.
 */
export async function startSaml(
  db: Db,
  provider: SamlSettings,
  addresses: SamlAddresses,
  returnTo: string,
  now: Temporal.Instant,
): Promise<{ authorization: AuthorizationState; address: string }> {
  const { samlRequestAddress } = await import('./saml-response.ts');
  const [state, requestId] = [randomId(), randomId()];
  const address = await samlRequestAddress(provider, addresses, { state, requestId });
  const expires_at = now.add({ minutes: authorizationMinutes }).toString();
  await db
    .insertInto('saml_sign_ins')
    .values({ state, provider: provider.key, request_id: requestId, expires_at })
    .execute();
  return { authorization: { key: provider.key, state, returnTo, startedAt: now.toString() }, address };
}

/**
 * Verifies the response that a browser has posted, and stores the identity until the browser reaches the
 * callback. Throws an IdentityError if no sign-in with this state is waiting for a response, or if the
 * response is refused; a refusal also ends the sign-in.
 */
export async function receiveSamlResponse(
  db: Db,
  provider: SamlSettings,
  addresses: SamlAddresses,
  { state, response }: { state: string; response: string },
  now: Temporal.Instant,
): Promise<void> {
  const pending = await db
    .selectFrom('saml_sign_ins')
    .select('request_id')
    .where('state', '=', state)
    .where('provider', '=', provider.key)
    .where('answer', 'is', null)
    .where('expires_at', '>', now.toString() as never)
    .executeTakeFirst();
  if (!pending) throw new IdentityError('expired', new Error('no sign-in is waiting for this response'));
  try {
    const { verifySamlResponse } = await import('./saml-response.ts');
    const answer = await verifySamlResponse(provider, addresses, pending.request_id, response);
    await acceptOnce(db, state, answer, identityOf(provider, answer.claims));
  } catch (error) {
    await db
      .updateTable('saml_sign_ins')
      .set({ answer: refused })
      .where('state', '=', state)
      .where('answer', 'is', null)
      .execute();
    throw new IdentityError('failed', error);
  }
}

/**
 * Stores the identity from a response. Throws an Error if the assertion was already used or the sign-in
 * already has a response, even if the requests are concurrent.
 */
async function acceptOnce(
  db: Db,
  state: string,
  { assertion, until }: SamlAnswer,
  identity: Identity,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const added = await tx
      .insertInto('saml_assertions')
      .values({ id: assertion, expires_at: until.toString() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!added) throw new Error('the assertion was already used');
    const kept = await tx
      .updateTable('saml_sign_ins')
      .set({ answer: JSON.stringify(identity) })
      .where('state', '=', state)
      .where('answer', 'is', null)
      .returning('state')
      .executeTakeFirst();
    if (!kept) throw new Error('the sign-in was already answered');
  });
}

/**
 * Returns and removes the identity that a provider has confirmed for a pending sign-in. Throws an
 * IdentityError if the response was refused or has not arrived.
 */
export async function consumeSamlResponse(
  db: Db,
  { state }: AuthorizationState,
  now: Temporal.Instant,
): Promise<Identity> {
  const taken = await db
    .deleteFrom('saml_sign_ins')
    .where('state', '=', state)
    .returning(['answer', 'expires_at'])
    .executeTakeFirst();
  if (!taken?.answer || Temporal.Instant.compare(taken.expires_at, now) < 0)
    throw new IdentityError('expired');
  const identity = JSON.parse(taken.answer) as Identity | null;
  if (!identity) throw new IdentityError('failed', undefined, { isLogged: true });
  return identity;
}

/**
 * Throws an IdentityError if a provider has confirmed an identity for the sign-in with this state. Call this
 * for a browser that has not started the sign-in: somebody may be trying to sign that browser in as somebody
 * else, or to use another person's response.
 */
export async function rejectResponseOfAnother(db: Db, state: string): Promise<void> {
  if (!stateForm.test(state)) return;
  const found = await db
    .selectFrom('saml_sign_ins')
    .select('state')
    .where('state', '=', state)
    .where('answer', '<>', refused)
    .executeTakeFirst();
  if (found) throw new IdentityError('expired', new Error('another browser started this sign-in'));
}

/** Removes pending sign-ins and used assertions that have expired. */
export async function removeExpiredSamlSignIns(db: Db, now: Temporal.Instant): Promise<void> {
  for (const table of ['saml_sign_ins', 'saml_assertions'] as const)
    await db
      .deleteFrom(table)
      .where('expires_at', '<', now.toString() as never)
      .execute();
}
