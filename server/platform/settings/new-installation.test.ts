import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { makeFirstOrganiser } from '../../../contract/first-organiser.ts';
import * as managedPeople from '../../../contract/managed/people.ts';
import { settings } from '../../../contract/managed/settings.ts';
import * as people from '../../../contract/people.ts';
import * as secondFactor from '../../../contract/second-factor.ts';
import { makeFirstOrganiserLink } from '../../sign-in/first-organiser/first-organiser.ts';
import { codeAt } from '../../testing/authenticator.ts';
import { type Browser, newPerson, type TestApp, testApp } from '../../testing/test-app.ts';

const password = 'sturdy walking shoes';
const params = { id: 1 };

let app: TestApp;
let organiser: Browser;

/** Opens the link that a server without an organiser prints. */
async function beginAsFirstOrganiser(): Promise<void> {
  const slug = (await makeFirstOrganiserLink(app.database.db, app.clock.now)) ?? '';
  const { guestCode: _, ...body } = newPerson({ email: 'first@example.com' });
  organiser = app.browser();
  await organiser.call(makeFirstOrganiser, { params: { slug }, body });
}

beforeEach(async () => {
  await app?.close();
  app = await testApp();
});
afterAll(() => app.close());

describe('a new installation', () => {
  it('requires a second factor and a reason for viewing activities, and anonymises accounts', async () => {
    await beginAsFirstOrganiser();
    expect((await organiser.refused(settings.one, { params })).title).toBe(
      'Two-factor authentication needed',
    );
    const { secret } = await organiser.call(secondFactor.begin, { body: { password } });
    const code = await codeAt(secret, app.clock.now);
    await organiser.call(secondFactor.confirm, { body: { code } });
    expect(await organiser.call(settings.one, { params })).toMatchObject({
      secondFactorRequired: true,
      activitiesByReason: true,
      anonymiseAfterDays: 365,
    });
  });
});

describe('an installation that already has accounts', () => {
  it('keeps its settings when it gets its first organiser', async () => {
    await app.participant();
    await beginAsFirstOrganiser();
    expect(await organiser.call(settings.one, { params })).toMatchObject({
      secondFactorRequired: false,
      activitiesByReason: false,
      anonymiseAfterDays: null,
    });
  });
});

describe('the setting for the names of new people', () => {
  // claim: name-default
  it('applies to accounts created from then on, and people can change it for themselves', async () => {
    const [before, boss] = [await app.participant('Ann'), await app.organiser()];
    const now = await boss.call(settings.one, { params });
    await boss.call(settings.replace, { params, body: { ...now, newNameShown: 'none' } as never });
    const after = await app.participant('Bea');
    const shown = async (who: Browser) => (await who.call(people.me, {})).nameShown;
    expect([await shown(before), await shown(after)]).toEqual(['full', 'none']);
    const added = { givenName: 'Cid', surname: 'Dubois', email: 'cid@example.com', language: 'en' } as const;
    const { id } = await boss.call(managedPeople.create, { body: added });
    const stored = app.database.db.selectFrom('people').select('name_shown').where('id', '=', id);
    expect(await stored.executeTakeFirst()).toEqual({ name_shown: 'none' });
    expect((await before.refused(people.one, { params: { id } })).status).toBe(404);
    const data = { givenName: 'Bea', surname: 'Claes', language: 'en', nameShown: 'full' } as const;
    const path = '/platform/api/modify_data_requests';
    expect((await after.send({ method: 'POST', url: path, payload: data })).statusCode).toBeLessThan(300);
    expect(await shown(after)).toBe('full');
  });
});
