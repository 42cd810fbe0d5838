import { sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import type { Db } from '../server/db/db.ts';
import { openDatabase } from '../server/db/db.ts';
import { migrate } from '../server/db/migrate.ts';
import { readEnv } from '../server/env.ts';
import { logChange } from '../server/management/change-log.ts';
import { logSecurityEvent } from '../server/management/security-log/security-log.ts';
import { removeSecondFactor } from '../server/sign-in/second-factor/second-factor.ts';

/** Switches off two-factor authentication for a person who has lost their phone and their recovery codes. */
async function run(email: string | undefined): Promise<boolean> {
  if (!email) throw new Error('Usage: npm run remove-second-factor -- <email address>');
  const database = await openDatabase(await readEnv(process.env));
  await migrate(database.db);
  const isRemoved = await database.db.transaction().execute((tx) => removeOf(tx, email));
  await database.close();
  return isRemoved;
}

async function removeOf(tx: Db, email: string): Promise<boolean> {
  const person = await tx
    .selectFrom('people')
    .select('id')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
  if (!person || !(await removeSecondFactor(tx, person.id))) return false;
  const now = Temporal.Now.instant();
  const event = { kind: 'second-factor-off', detail: 'server', personId: person.id } as const;
  await logSecurityEvent(tx, event, undefined, now);
  await logChange(tx, {
    actor: null,
    now,
    resource: 'people',
    resourceId: person.id,
    subject: person.id,
    action: 'remove-second-factor',
  });
  return true;
}

await run(process.argv[2]).then(
  (isRemoved) =>
    console.log(
      isRemoved
        ? 'Two-factor authentication is reset.'
        : 'Nobody with this email address uses two-factor authentication.',
    ),
  (error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  },
);
