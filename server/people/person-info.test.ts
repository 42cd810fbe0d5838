import { afterAll, beforeAll, expect, it } from 'vitest';
import * as activities from '../../contract/activities.ts';
import * as people from '../../contract/people.ts';
import { running, type TestApp, testApp } from '../testing/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

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
