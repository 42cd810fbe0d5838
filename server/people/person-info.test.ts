import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import * as accounts from '../../contract/accounts.ts';
import * as activities from '../../contract/activities.ts';
import * as consents from '../../contract/consents.ts';
import * as guestCodes from '../../contract/managed/guest-codes.ts';
import * as people from '../../contract/people.ts';
import * as sessions from '../../contract/sessions.ts';
import { openDatabase } from '../db/db.ts';
import { newPerson, running, type TestApp, testApp } from '../testing/test-app.ts';

let app: TestApp;
/** A second server on the same database. */
let other: TestApp;

beforeAll(async () => {
  app = await testApp();
  const databaseUrl = app.database.pool.options.connectionString;
  // Only one process at a time can open the embedded engine.
  other =
    app.database.engine === 'embedded'
      ? app
      : await testApp({ database: await openDatabase({ databaseUrl }), isFilled: true });
});
afterAll(async () => {
  if (other !== app) await other.close();
  await app.close();
});

// spec: call GET /platform/api/person_infos/me, call GET /platform/api/person_infos/{id}
// spec: role others read-only
// claim: contact-data-hidden
it('shows people all of their own data, but only the public data of others', async () => {
  const anna = await app.participant('Anna');
  const bert = await app.participant('Bert');
  const own = await anna.call(people.me, {});
  expect(own).toMatchObject({
    givenName: 'Anna',
    email: anna.email,
    guestCode: 'WELCOME',
    language: 'en',
    iri: anna.iri,
  });
  expect(own).toMatchObject({ kilometers: 0, place: null });
  const seen = await bert.call(people.one, { params: { id: own.id } });
  expect(seen).toMatchObject({ givenName: 'Anna', iri: anna.iri });
  for (const field of ['email', 'guestCode', 'language']) expect(seen).not.toHaveProperty(field);
});

it('ranks people by all-time kilometres, and gives ties the same place', async () => {
  const people_ = [
    await app.participant('One'),
    await app.participant('Two'),
    await app.participant('Three'),
  ];
  for (const [index, kilometers] of [20, 20, 10].entries())
    await people_[index]?.call(activities.create, {
      body: { performedAt: '2026-01-05', sport: running, amountType: 'km', kilometers },
    });
  const places = await Promise.all(people_.map((person) => person.call(people.me, {})));
  expect(places.map(({ kilometers, place }) => [kilometers, place])).toEqual([
    [20, 1],
    [20, 1],
    [10, 3],
  ]);
});

it('shows kilometres of less than five metres without a place', async () => {
  const walker = await app.participant('Walker');
  await walker.call(activities.create, {
    body: { performedAt: '2026-01-05', sport: running, amountType: 'steps', steps: 4 },
  });
  const { kilometers, place } = await walker.call(people.me, {});
  expect(kilometers).toBeGreaterThan(0);
  expect(kilometers).toBeLessThan(0.005);
  expect(place).toBeNull();
});

it('shows a guest code that an organiser has just changed', async () => {
  const organiser = await app.organiser();
  const fields = {
    ...{ code: 'Autumn', validFrom: null, validUntil: null, maximumUses: null },
    ...{ allowedMailDomains: [], teamId: null },
  };
  const { id } = await organiser.call(guestCodes.create, { body: fields });
  const guest = app.browser();
  const account = newPerson({ email: 'guest@example.com', guestCode: 'Autumn' });
  await guest.call(accounts.signUp, { body: account });
  await guest.call(sessions.signIn, { body: { username: account.email, password: account.password } });
  expect((await guest.call(people.me, {})).guestCode).toBe('Autumn');
  const { version } = await organiser.call(guestCodes.one, { params: { id } });
  await organiser.call(guestCodes.replace, { params: { id }, body: { ...fields, code: 'Winter', version } });
  expect((await guest.call(people.me, {})).guestCode).toBe('Winter');
});

it('shows changes that another process has made soon afterwards', async () => {
  const anna = await app.participant('Anna');
  const elsewhere = async () => {
    const headers = { cookie: anna.cookie() };
    return (await other.browser().send({ method: 'GET', url: people.me.path, headers })).json();
  };
  expect(await elsewhere()).toMatchObject({ givenName: 'Anna', language: 'en', consentDue: null });
  const { id, email } = await anna.call(people.me, {});
  const changed = { givenName: 'Anne', surname: 'Peeters', language: 'fr', nameShown: 'none' } as const;
  await anna.call(accounts.modifyData, { body: changed });
  await expect.poll(elsewhere).toMatchObject({ ...changed, email });
  const { db } = app.database;
  const text = await db
    .insertInto('consent_texts')
    .values({ published_at: app.clock.now.toString() })
    .returning('id')
    .executeTakeFirstOrThrow();
  await expect.poll(elsewhere).toMatchObject({ consentDue: text.id });
  await anna.call(consents.decide, { body: { number: text.id, agrees: true } });
  expect((await anna.call(people.me, {})).consentDue).toBeNull();
  await expect.poll(elsewhere).toMatchObject({ id, consentDue: null });
});

it('does not read profiles from the database again when a colleague logs an activity', async () => {
  const [anna, bert] = [await app.participant('Anna'), await app.participant('Bert')];
  const log = (person: typeof anna, kilometers: number) =>
    person.call(activities.create, {
      body: { performedAt: '2026-01-05', sport: running, amountType: 'km', kilometers },
    });
  await log(anna, 55);
  await log(bert, 54);
  const { place } = await anna.call(people.me, {});
  await log(bert, 2);
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  try {
    expect((await anna.call(people.me, {})).place).toBe((place ?? 0) + 1);
    const texts = sent.mock.calls.map(
      ([statement]) => (statement as unknown as { text?: string }).text ?? '',
    );
    expect(texts.join()).toContain('standing_changes');
    expect(texts.join()).not.toContain('as consent_due');
  } finally {
    sent.mockRestore();
  }
});
