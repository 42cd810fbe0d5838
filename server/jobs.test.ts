import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findLink, makeLink, removeExpiredLinks } from './people/mailed-links/mailed-link.ts';
import { removeExpiredSessions } from './sign-in/sessions/session.ts';
import { removeExpiredAttempts } from './sign-in/sessions/sign-in.ts';
import { startMailing } from './testing/mailbox.ts';
import { type TestApp, testApp } from './testing/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

it('schedules all jobs in the database and stops without leaving work behind', async () => {
  const mailing = await startMailing(app, { send: async () => undefined });
  const { rows } = await sql<{ name: string }>`select name from jobs.schedule order by name`.execute(
    app.database.db,
  );
  expect(rows.map(({ name }) => name)).toEqual([
    'forget-old-answers',
    'freeze-challenges',
    'match-again',
    'remove-expired-attempts',
    'remove-expired-links',
    'remove-expired-saml-sign-ins',
    'remove-expired-sessions',
    'remove-old-answers',
    'remove-old-mails',
    'remove-old-security-events',
    'remove-old-standing-changes',
    'remove-old-table-changes',
  ]);
  await mailing.stop();
  expect(mailing.reports).toEqual([]);
});

it('removes only expired sessions', async () => {
  const { db } = app.database;
  await app.participant();
  await sql`insert into sessions values ('old', '{}', ${app.clock.now.subtract({ hours: 1 }).toString()})`.execute(
    db,
  );
  await removeExpiredSessions(db, app.clock.now);
  const left = await db.selectFrom('sessions').select('sid').execute();
  expect(left).toHaveLength(1);
  expect(left[0]?.sid).not.toBe('old');
});

it('removes only expired counts of failed attempts', async () => {
  const { db } = app.database;
  await sql`insert into failed_attempts values ('old', 1, ${Date.now() - 1000}), ('new', 1, ${Date.now() + 60_000})`.execute(
    db,
  );
  await removeExpiredAttempts(db);
  const { rows } = await sql`select key from failed_attempts where key in ('old', 'new')`.execute(db);
  expect(rows).toEqual([{ key: 'new' }]);
});

it('removes only expired mailed links', async () => {
  const { db } = app.database;
  const { iri } = await app.participant();
  const personId = Number(iri.split('/').at(-1));
  const earlier = app.clock.now.subtract({ minutes: 61 });
  const [old, fresh] = [
    await makeLink(db, personId, 'reset-password', earlier),
    await makeLink(db, personId, 'activate', earlier),
  ];
  await removeExpiredLinks(db, app.clock.now);
  // At this earlier time both links were valid, so a link that is not found has been removed.
  expect(await findLink(db, old, ['reset-password'], earlier)).toBeUndefined();
  expect(await findLink(db, fresh, ['activate'], app.clock.now)).toBeDefined();
});
