import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as activities from '../../contract/activities.ts';
import * as managed from '../../contract/managed/people.ts';
import * as provisioning from '../../contract/managed/provisioning.ts';
import * as managedTeams from '../../contract/managed/teams.ts';
import * as people from '../../contract/people.ts';
import * as rankings from '../../contract/rankings.ts';
import type { ManagementRole } from '../../contract/roles.ts';
import { addChallenge } from '../testing/challenges.ts';
import { type TestDirectory, testDirectory } from '../testing/directory.ts';
import { expectSumsToHold } from '../testing/sums.ts';
import { finishTask } from '../testing/tasks.ts';
import { type Browser, idOf, running, type TestApp, testApp } from '../testing/test-app.ts';

type Person = Browser & { iri: string; email: string };

let app: TestApp;
let organiser: Person;
let directory: TestDirectory;

beforeAll(async () => {
  app = await testApp();
  organiser = await app.organiser();
  directory = await testDirectory(app, organiser);
  await app.database.db
    .insertInto('configs')
    .values([{ key: 'teamsEnabled', value: 'true' }])
    .execute();
  await addChallenge(app.database.db, 'november', '2026-11-01', '2026-11-30');
});
afterAll(() => app.close());

const patch = (id: string, ...Operations: object[]) =>
  directory.send('PATCH', `/Groups/${id}`, {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    Operations,
  });
const membersOf = async (id: string): Promise<string[]> =>
  ((await directory.send('GET', `/Groups/${id}`)).body.members ?? []).map(
    ({ value }: { value: string }) => value,
  );
const personOf = (id: string) => organiser.call(managed.one, { params: { id: Number(id) } });
const give = async (id: string, fields: { role?: ManagementRole | null; teamId?: number | null }) => {
  const params = { id: Number(id) };
  const row = await organiser.call(provisioning.oneGroup, { params });
  return organiser.call(provisioning.replaceGroup, { params, body: { ...row, ...fields } });
};
/**
 * Provisions an account whose address is verified, because the person activated the account by a mailed link.
 */
const proven = async (name: string) => {
  const person = await app.participant(name);
  const at = app.clock.now.add({ minutes: 1 }).toString();
  await app.database.db
    .updateTable('people')
    .set({ activated_at: at })
    .where('id', '=', idOf(person))
    .execute();
  const { body } = await directory.send('POST', '/Users', { userName: person.email });
  return { ...person, id: String(body.id) };
};
const team = async (name: string) => {
  const captain = await app.participant('Captain');
  return organiser.call(managedTeams.create, { body: { name, captainId: idOf(captain) } });
};

describe('a directory group', () => {
  it('is stored as sent, and gives no role or team by itself', async () => {
    const [ann, bob] = [await directory.user('ann'), await directory.user('bob')];
    const id = await directory.group('Organisers', [ann]);
    const { body } = await directory.send('GET', `/Groups/${id}`);
    expect(body).toMatchObject({
      displayName: 'Organisers',
      members: [{ value: ann, display: 'ann Peeters' }],
    });
    // Entra ID sends requests like these two; Okta sends requests like the next one.
    await patch(id, { op: 'Add', path: 'members', value: [{ $ref: null, value: bob }] });
    await patch(id, { op: 'Remove', path: 'members', value: [{ $ref: null, value: ann }] });
    expect(await membersOf(id)).toEqual([bob]);
    await patch(
      id,
      { op: 'replace', value: { id, displayName: 'Chefs' } },
      { op: 'remove', path: `members[value eq "${bob}"]` },
      { op: 'add', path: 'members', value: [{ value: ann, display: 'Ann' }] },
    );
    expect(await membersOf(id)).toEqual([ann]);
    expect((await directory.send('GET', `/Users/${ann}`)).body.groups).toMatchObject([
      { value: id, display: 'Chefs' },
    ]);
    const put = await directory.send('PUT', `/Groups/${id}`, {
      displayName: 'Chefs',
      members: [{ value: bob }],
    });
    expect(put.body.members).toMatchObject([{ value: bob }]);
    const found = await directory.send(
      'GET',
      '/Groups?filter=displayName%20eq%20%22chefs%22&excludedAttributes=members',
    );
    expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ id }] });
    expect(await personOf(bob)).toMatchObject({ role: 'participant', team: null });
    expect((await directory.send('POST', '/Groups', { displayName: 'CHEFS' })).body.scimType).toBe(
      'uniqueness',
    );
    expect((await patch(id, { op: 'add', path: 'members', value: [{ value: '99999' }] })).status).toBe(400);
    expect((await patch(id, { op: 'add', path: 'members', value: [{ value: "1' or true" }] })).status).toBe(
      400,
    );
    expect((await patch(id, { op: 'remove', path: 'members[value gt "1"]' })).status).toBe(400);
    await patch(id, { op: 'remove', path: 'members' });
    expect(await membersOf(id)).toEqual([]);
    expect((await directory.send('DELETE', `/Groups/${id}`)).status).toBe(204);
    expect((await directory.send('GET', `/Groups/${id}`)).status).toBe(404);
  });

  it('gives its members the role that an organiser chose, and takes the role back when they leave', async () => {
    const [ann, boss] = [await proven('Ann'), await proven('Boss')];
    const unproven = await app.participant('Unproven');
    const { body } = await directory.send('POST', '/Users', { userName: unproven.email });
    await app.database.db
      .updateTable('people')
      .set({ role: 'organiser' })
      .where('id', '=', idOf(boss))
      .execute();
    const id = await directory.group('Stewards', [ann.id, boss.id, body.id]);
    await give(id, { role: 'moderator' });
    expect(await personOf(ann.id)).toMatchObject({ role: 'moderator' });
    // A higher role that an organiser gave stays, and a person with an unverified address gets no role.
    expect(await personOf(boss.id)).toMatchObject({ role: 'organiser' });
    expect(await personOf(body.id)).toMatchObject({ role: 'participant' });
    const row = await personOf(ann.id);
    const changed = { params: { id: row.id }, body: { ...row, role: 'participant' } };
    const refused = await organiser.refused(managed.replace, changed);
    expect(refused.violations).toMatchObject([{ propertyPath: 'role', code: 'role.fromGroup' }]);
    const fewer = await directory.group('Board', [ann.id]);
    await give(fewer, { role: 'analyst' });
    expect(await personOf(ann.id)).toMatchObject({ role: 'moderator' });
    await patch(id, { op: 'remove', path: `members[value eq "${ann.id}"]` });
    expect(await personOf(ann.id)).toMatchObject({ role: 'analyst' });
    await patch(id, { op: 'add', path: 'members', value: [{ value: ann.id }] });
    expect(await personOf(ann.id)).toMatchObject({ role: 'moderator' });
    await directory.send('DELETE', `/Groups/${fewer}`);
    const more = await directory.group('Heads', [ann.id]);
    await give(more, { role: 'organiser' });
    expect(await personOf(ann.id)).toMatchObject({ role: 'organiser' });
    await directory.send('DELETE', `/Groups/${more}`);
    expect(await personOf(ann.id)).toMatchObject({ role: 'moderator' });
    await patch(id, { op: 'remove', path: 'members' });
    expect(await personOf(ann.id)).toMatchObject({ role: 'participant' });
    expect(await personOf(boss.id)).toMatchObject({ role: 'organiser' });
  });

  it('moves people to its team on the day on which they join the group', async () => {
    const [one, other] = [await team('North'), await team('South')];
    const ann = await proven('Mover');
    const run = (performedAt: string) =>
      ann.call(activities.create, {
        body: { performedAt, sport: running, amountType: 'km', kilometers: 10 },
      });
    const kilometres = async () =>
      Promise.all(
        [one, other].map(
          async ({ id }) => (await organiser.call(managedTeams.one, { params: { id } })).kilometers,
        ),
      );
    await run('2026-11-20');
    const north = await directory.group('Region north', [ann.id]);
    await give(north, { teamId: one.id });
    expect(await personOf(ann.id)).toMatchObject({ team: 'North' });
    await run('2026-11-21');
    expect(await kilometres()).toEqual([20, 0]);
    app.clock.now = app.clock.now.add({ hours: 24 });
    const south = await directory.group('Region south');
    await give(south, { teamId: other.id });
    await patch(south, { op: 'add', path: 'members', value: [{ value: ann.id }] });
    await patch(north, { op: 'remove', path: 'members', value: [{ value: ann.id }] });
    await run('2026-11-22');
    await run('2026-11-19');
    expect(await kilometres()).toEqual([30, 10]);
    // A move by an organiser stays until the person's groups give another team.
    const today = '2026-11-22';
    await organiser.call(managedTeams.move, {
      params: { id: Number(ann.id) },
      body: { teamId: one.id, from: today },
    });
    await patch(south, { op: 'replace', path: 'displayName', value: 'South region' });
    expect(await personOf(ann.id)).toMatchObject({ team: 'North' });
    await expectSumsToHold(app.database.db);
  });

  it('moves many members in a background task', async () => {
    const many: string[] = [];
    for (let number = 0; number < 120; number += 1) many.push(await directory.user(`many-${number}`));
    const { id: teamId } = await team('Everybody');
    const group = await directory.group('Everybody', many);
    await give(group, { teamId });
    const task = await app.database.db
      .selectFrom('tasks')
      .select('id')
      .where('kind', '=', 'provisioned-groups')
      .executeTakeFirstOrThrow();
    await finishTask(app, task.id);
    const inTeam = await organiser.call(managed.list, { query: { teamId, itemsPerPage: 1000 } });
    expect(inTeam['hydra:totalItems']).toBe(121);
  });
});

describe('the last organiser', () => {
  it('cannot be deactivated or demoted by a directory', async () => {
    const alone = await testApp();
    const boss = await alone.organiser();
    const own = await testDirectory(alone, boss);
    const at = alone.clock.now.add({ minutes: 1 }).toString();
    await alone.database.db.updateTable('people').set({ activated_at: at }).execute();
    const { body } = await own.send('POST', '/Users', { userName: boss.email });
    const off = { Operations: [{ op: 'replace', path: 'active', value: false }] };
    expect((await own.send('PATCH', `/Users/${body.id}`, off)).status).toBe(409);
    expect((await own.send('DELETE', `/Users/${body.id}`)).status).toBe(409);
    expect((await own.send('POST', '/Users', { userName: boss.email, active: false })).status).toBe(409);
    const other = await alone.participant('Other');
    await alone.database.db
      .updateTable('people')
      .set({ activated_at: at })
      .where('id', '=', idOf(other))
      .execute();
    const linked = await own.send('POST', '/Users', { userName: other.email });
    const group = await own.group('Bosses', [linked.body.id]);
    const params = { id: Number(group) };
    const row = await boss.call(provisioning.oneGroup, { params });
    await boss.call(provisioning.replaceGroup, { params, body: { ...row, role: 'organiser' } });
    await alone.database.db
      .updateTable('people')
      .set({ role: 'participant' })
      .where('id', '=', idOf(boss))
      .execute();
    expect((await own.send('DELETE', `/Groups/${group}`)).status).toBe(409);
    expect(await other.call(people.me, {})).toMatchObject({ role: 'organiser' });
    await alone.close();
  });
});

describe('a leaver', () => {
  it('is signed out by every process within five seconds, and leaves boards and totals unchanged', async () => {
    const second = await testApp({ database: app.database, isFilled: true });
    const ann = await proven('Leaver');
    const colleague = await app.participant('Colleague');
    for (const person of [ann, colleague])
      await person.call(activities.create, {
        body: { performedAt: '2026-11-20', sport: running, amountType: 'km', kilometers: 33 },
      });
    const board = async () => {
      const query = { periodType: 'all' } as const;
      const { 'hydra:member': lines } = await colleague.call(rankings.list, { query });
      return lines.map(({ rank, kilometers }) => ({ rank, kilometers }));
    };
    const totals = () => app.database.db.selectFrom('board_totals').selectAll().orderBy('board').execute();
    const elsewhere = async () =>
      (
        await second.app.inject({
          method: 'GET',
          url: people.me.path,
          headers: { cookie: ann.cookie() },
        })
      ).statusCode;
    expect(await elsewhere()).toBe(200);
    const before = [await board(), await totals()];
    const off = { Operations: [{ op: 'Replace', path: 'active', value: 'False' }] };
    expect((await directory.send('PATCH', `/Users/${ann.id}`, off)).status).toBe(200);
    await vi.waitFor(async () => expect(await elsewhere()).toBe(401), { timeout: 5000, interval: 50 });
    expect((await ann.refused(people.me, {})).status).toBe(401);
    expect([await board(), await totals()]).toEqual(before);
    await expectSumsToHold(app.database.db);
    // After a DELETE, the directory no longer finds the person, and the account here is deactivated.
    expect((await directory.send('DELETE', `/Users/${ann.id}`)).status).toBe(204);
    expect((await directory.send('GET', `/Users/${ann.id}`)).status).toBe(404);
    expect((await directory.send('DELETE', `/Users/${ann.id}`)).status).toBe(404);
    expect(await personOf(ann.id)).toMatchObject({ state: 'deactivated', provisioned: false });
    expect([await board(), await totals()]).toEqual(before);
    const erased = { name: 'Leaver Dubois', reason: 'left' } as const;
    await organiser.call(managed.erase, { params: { id: Number(ann.id) }, body: erased });
    await second.app.close();
    await second.queue.stop();
  });

  it('leaves no data from the directory behind once erased by an organiser', async () => {
    const id = await directory.user('erased');
    await directory.group('With erased', [id]);
    const erased = { name: 'erased Peeters', reason: 'left' } as const;
    await organiser.call(managed.erase, { params: { id: Number(id) }, body: erased });
    expect((await directory.send('GET', `/Users/${id}`)).status).toBe(404);
    const rows = await app.database.db.selectFrom('change_log').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain('erased@corp.example');
  });
});
