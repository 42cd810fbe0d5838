import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as accounts from '../../../contract/accounts.ts';
import type { Platform } from '../../../contract/couplings.ts';
import { tokensOf } from '../../integrations/connected-account.ts';
import { servicesOf } from '../../testing/connected-people.ts';
import { type ConnectingApp, connectingApp } from '../../testing/connecting-app.ts';

let app: ConnectingApp;

beforeAll(async () => {
  app = await connectingApp();
});
afterAll(() => app.close());

const coupled = async (platform: 'Garmin' | 'Polar' | 'Strava') => {
  const person = await app.participant();
  await app.couple(person, platform, servicesOf(app)[platform].member());
  const id = Number(person.iri.split('/').at(-1));
  const row = await app.database.db
    .selectFrom('connected_accounts')
    .selectAll()
    .where('person_id', '=', id)
    .executeTakeFirstOrThrow();
  const { accessToken } = tokensOf(app.work.encryptor, row);
  const access = { accessToken, userId: row.user_id, now: app.clock.now };
  return { person, id, check: () => app.services.providers[platform as Platform]?.check(access) };
};

describe('deleting an account with connected services', () => {
  // claim: consent-withdrawn-at-service
  it.each(['Garmin', 'Polar', 'Strava'] as const)('revokes the consent at %s', async (platform) => {
    const { person, id, check } = await coupled(platform);
    await expect(check()).resolves.toBeUndefined();
    await person.call(accounts.deleteAccount, { body: { profileId: id } });
    await expect(check()).rejects.toThrow();
  });

  it('works even if the service cannot be reached', async () => {
    const { person, id } = await coupled('Strava');
    app.services.faults.Strava.failing.calls = 1000;
    await person.call(accounts.deleteAccount, { body: { profileId: id } });
    const left = await app.database.db
      .selectFrom('connected_accounts')
      .select('id')
      .where('person_id', '=', id)
      .execute();
    expect(left).toEqual([]);
  });
});
