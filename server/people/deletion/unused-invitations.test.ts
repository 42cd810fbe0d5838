import { afterAll, beforeAll, expect, it } from 'vitest';
import * as changes from '../../../contract/managed/changes.ts';
import * as people from '../../../contract/managed/people.ts';
import { settings } from '../../../contract/managed/settings.ts';
import { accountRemovalHooks } from '../../composition.ts';
import { integrationDependencies } from '../../integrations/dependencies.ts';
import { type TestApp, testApp, testSecret } from '../../testing/test-app.ts';
import { makeLink } from '../mailed-links/mailed-link.ts';
import { removeUnusedInvitation, unusedInvitations } from './unused-invitations.ts';

let app: TestApp;
let organiser: Awaited<ReturnType<TestApp['organiser']>>;

beforeAll(async () => {
  app = await testApp();
  organiser = await app.organiser();
});
afterAll(() => app.close());

let invited = 0;
const invite = async () => {
  invited += 1;
  const body = { givenName: 'Never', surname: 'Here', email: `never-${invited}@example.com`, language: 'en' };
  return (await organiser.call(people.create, { body: { ...body, role: 'participant' } as never })).id;
};
const setDays = async (removeInvitedAfterDays: number | null) => {
  const now = await organiser.call(settings.one, { params: { id: 1 } });
  const body = { ...now, removeInvitedAfterDays } as never;
  await organiser.call(settings.replace, { params: { id: 1 }, body });
};
const later = (days: number) => app.clock.now.add({ hours: days * 24 });

// claim: never-came-in
it('deletes people who were invited and never activated their account, but nobody else', async () => {
  const { db } = app.database;
  await app.participant();
  const [gone, remains] = [await invite(), await invite()];
  const organisers = await invite();
  await db.updateTable('people').set({ role: 'organiser' }).where('id', '=', organisers).execute();
  await db.deleteFrom('mailed_links').execute();
  expect(await unusedInvitations(db, later(400))).toEqual([]);
  await setDays(90);
  expect(await unusedInvitations(db, later(89))).toEqual([]);
  expect(await unusedInvitations(db, later(90))).toEqual([gone, remains]);
  // Somebody who is invited again gets more time to activate their account.
  await makeLink(db, remains, 'invite', later(89));
  expect(await unusedInvitations(db, later(90))).toEqual([gone]);
  const work = integrationDependencies(db, app.queue, testSecret, {}, () => app.clock.now);
  for (const id of [gone, remains])
    await removeUnusedInvitation(db, accountRemovalHooks(work), id, later(90));
  const left = await db.selectFrom('people').select('id').execute();
  expect(left.map(({ id }) => id)).toContain(remains);
  expect(left.map(({ id }) => id)).not.toContain(gone);
  const query = { resource: 'people', action: 'remove' };
  const [line] = (await organiser.call(changes.list, { query }))['hydra:member'];
  expect(line).toMatchObject({ resource: 'people', resourceId: String(gone), action: 'remove', actor: null });
  expect(JSON.stringify(line)).not.toContain('Never');
});
