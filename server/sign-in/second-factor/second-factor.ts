import type { Temporal } from 'temporal-polyfill';
import type { Answer } from '../../../contract/kit/operation.ts';
import type * as contract from '../../../contract/second-factor.ts';
import type { Db } from '../../db/db.ts';
import type { Encryptor } from '../../db/encryption.ts';
import type { AttemptLimit } from '../../kit/attempt-limit.ts';
import type { Visit } from '../../kit/client-info.ts';
import { forbidden, ProblemError, violation } from '../../kit/problem-error.ts';
import { logSecurityEvent } from '../../management/security-log/security-log.ts';
import type { Person } from '../../people/person.ts';
import { isSecondFactorDemanded } from '../../platform/settings/config.ts';
import { platformName } from '../../platform/settings/platform-name.ts';
import type { AccountLimit } from '../attempt-limits/account-limit.ts';
import { isPassword } from '../passwords/password-hash.ts';
import { mayManage } from '../sessions/access.ts';
import { endSessionsOf, readSignedIn } from '../sessions/session.ts';
import type { SignedIn } from '../sessions/signed-in.ts';
import { renewRecoveryCodes, takeRecoveryCode } from './recovery-codes.ts';
import { newSecret, otpauthUri, stepOf } from './time-code.ts';

/** The dependencies of two-factor authentication: encryption of secrets, and limits for wrong codes. */
export interface SecondFactorDependencies {
  encryptor: Encryptor;
  /** Limits attempts by a signed-in person. */
  limit: AttemptLimit;
  /** Limits attempts by a person who is signing in. */
  steps: AccountLimit;
}

/** The person who confirms their second factor, and the check that their session is still valid. */
interface Confirming {
  person: Person;
  visit: Visit;
  now: Temporal.Instant;
  /** Throws if the person's session has ended since the request began. */
  mayConfirm(tx: Db): Promise<void>;
}

/**
 * Returns the encryption context of a person's secret, which prevents the secret from being decrypted as somebody
 * else's.
 */
const placeOf = (personId: number) => `second factor of ${personId}`;

/** Returns whether a person needs a code to sign in. */
export async function hasSecondFactor(db: Db, personId: number): Promise<boolean> {
  const row = await db
    .selectFrom('second_factors')
    .select('person_id')
    .where('person_id', '=', personId)
    .where('enrolled_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns whether a person must set up a second factor but has not done so yet. */
export async function isSecondFactorDue(db: Db, person: Pick<Person, 'id' | 'role'>): Promise<boolean> {
  return mayManage(person) && (await isSecondFactorDemanded(db)) && !(await hasSecondFactor(db, person.id));
}

/** Throws 403 if a person must set up a second factor but has not done so yet. */
export async function mustHaveSecondFactor(db: Db, person: Pick<Person, 'id' | 'role'>): Promise<void> {
  if (await isSecondFactorDue(db, person)) throw forbidden('secondFactorDue');
}

/** Returns the state of a person's second factor. */
export async function secondFactorState(db: Db, person: Person): Promise<Answer<typeof contract.state>> {
  const row = await db
    .selectFrom('people')
    .leftJoin('second_factors', 'person_id', 'id')
    .select(['enrolled_at', 'password_hash'])
    .select((eb) =>
      eb
        .selectFrom('recovery_codes')
        .select((count) => count.fn.countAll<number>().as('left'))
        .whereRef('recovery_codes.person_id', '=', 'people.id')
        .as('left'),
    )
    .where('people.id', '=', person.id)
    .executeTakeFirstOrThrow();
  return {
    enrolledAt: row.enrolled_at?.toString() ?? null,
    isDemanded: mayManage(person) && (await isSecondFactorDemanded(db)),
    hasPassword: row.password_hash !== null,
    recoveryCodesLeft: row.left ?? 0,
  };
}

/**
 * Creates a secret for a person's app, replacing an unconfirmed secret. Throws 422 for a wrong password, as anybody at
 * an unlocked computer could otherwise lock its owner out; 409 if the person already has a second factor; 429 after too
 * many attempts.
 */
export async function beginSecondFactor(
  db: Db,
  { encryptor, limit }: SecondFactorDependencies,
  person: Person,
  password: string | undefined,
  now: Temporal.Instant,
): Promise<Answer<typeof contract.begin>> {
  await limit.begin(String(person.id));
  await mustKnowPassword(db, person, password);
  const secret = newSecret();
  const entry = {
    secret: encryptor.encrypt(placeOf(person.id), secret),
    begun_at: now.toString(),
    last_step: 0,
  };
  const begun = await db
    .insertInto('second_factors')
    .values({ person_id: person.id, ...entry })
    .onConflict((conflict) =>
      conflict.column('person_id').doUpdateSet(entry).where('second_factors.enrolled_at', 'is', null),
    )
    .returning('person_id')
    .execute();
  if (begun.length === 0) throw new ProblemError(409, 'secondFactorThere');
  await limit.forget(String(person.id));
  return { secret, address: otpauthUri(secret, await platformName(db), person.email) };
}

/**
 * Switches two-factor authentication on. Ends all of the person's sessions, as they were started without a code.
 * Returns the recovery codes, and the person to sign in again. Throws 422 for a wrong code, 409 if set-up was not
 * started, 429 after too many attempts, and the errors of `mayConfirm`.
 */
export async function confirmSecondFactor(
  db: Db,
  { encryptor, limit }: SecondFactorDependencies,
  { person, visit, now, mayConfirm }: Confirming,
  code: string,
): Promise<{ recoveryCodes: string[]; signedIn: SignedIn }> {
  await limit.begin(String(person.id));
  const confirmed = await db.transaction().execute(async (tx) => {
    await mayConfirm(tx);
    const factor = await lockFactor(tx, person.id);
    if (!factor || factor.enrolled_at) throw new ProblemError(409, 'secondFactorThere');
    const step = await stepOf(encryptor.decrypt(placeOf(person.id), factor.secret), bare(code), 0, now);
    if (step === undefined) throw wrongCode();
    await tx
      .updateTable('second_factors')
      .set({ enrolled_at: now.toString(), last_step: step })
      .where('person_id', '=', person.id)
      .execute();
    const recoveryCodes = await renewRecoveryCodes(tx, person.id);
    await endSessionsOf(tx, person.id);
    await logSecurityEvent(tx, { kind: 'second-factor-on', personId: person.id }, visit, now);
    return { recoveryCodes, signedIn: await readSignedIn(tx, person.id) };
  });
  await limit.forget(String(person.id));
  return confirmed;
}

/**
 * Checks whether a code is an unused code of the person's app or an unused recovery code, and marks the code as used.
 */
export function isCode(
  db: Db,
  { encryptor }: SecondFactorDependencies,
  personId: number,
  code: string,
  now: Temporal.Instant,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const factor = await lockFactor(tx, personId);
    if (!factor?.enrolled_at) return false;
    const secret = encryptor.decrypt(placeOf(personId), factor.secret);
    const step = await stepOf(secret, bare(code), factor.last_step, now);
    if (step === undefined) return takeRecoveryCode(tx, personId, code);
    await tx
      .updateTable('second_factors')
      .set({ last_step: step })
      .where('person_id', '=', personId)
      .execute();
    return true;
  });
}

export const wrongCode = () => violation('code', 'secondFactorCode.wrong');

/** Switches two-factor authentication off. Throws 422 for a wrong password or code, 429 after too many attempts. */
export async function removeOwnSecondFactor(
  db: Db,
  means: SecondFactorDependencies,
  person: Person,
  proof: { password?: string | undefined; code: string },
  visit: Visit,
  now: Temporal.Instant,
): Promise<void> {
  await means.limit.begin(String(person.id));
  await mustKnowPassword(db, person, proof.password);
  if (!(await isCode(db, means, person.id, proof.code, now))) throw wrongCode();
  await means.limit.forget(String(person.id));
  await db.transaction().execute(async (tx) => {
    await removeSecondFactor(tx, person.id);
    await logSecurityEvent(tx, { kind: 'second-factor-off', personId: person.id }, visit, now);
  });
}

/** Switches a person's two-factor authentication off, and returns whether it was on. Must run in a transaction. */
export async function removeSecondFactor(tx: Db, personId: number): Promise<boolean> {
  const removed = await tx
    .deleteFrom('second_factors')
    .where('person_id', '=', personId)
    .returning('enrolled_at')
    .execute();
  return removed.some(({ enrolled_at }) => enrolled_at !== null);
}

/** Locks the row, so that only one of two requests with the same code succeeds. */
const lockFactor = (tx: Db, personId: number) =>
  tx
    .selectFrom('second_factors')
    .selectAll()
    .where('person_id', '=', personId)
    .forUpdate()
    .executeTakeFirst();

/**
 * Throws 422 for a wrong password. Does nothing for people without a password, who sign in with an identity
 * provider.
 */
async function mustKnowPassword(db: Db, { id }: Person, password: string | undefined): Promise<void> {
  const { password_hash } = await db
    .selectFrom('people')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (password_hash === null) return;
  if (!password) throw violation('password', 'value.required');
  if (!(await isPassword(password_hash, password))) throw violation('password', 'password.wrong');
}

/** Removes spaces and dashes, as apps show their codes in groups. */
const bare = (code: string) => code.replace(/[\s-]/g, '');
