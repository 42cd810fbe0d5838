import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as activities from '../../../contract/activities.ts';
import * as rankings from '../../../contract/rankings.ts';
import * as teams from '../../../contract/teams.ts';
import type { Db } from '../../db/db.ts';
import { addChallenge } from '../../testing/challenges.ts';
import { untilWaiting } from '../../testing/concurrently.ts';
import { expectSumsToHold } from '../../testing/sums.ts';
import { running, type TestApp, testApp } from '../../testing/test-app.ts';

type Participant = Awaited<ReturnType<TestApp['participant']>>;

let app: TestApp;
let count = 0;

beforeAll(async () => {
  app = await testApp();
  await addChallenge(app.database.db, 'november', '2026-11-01', '2026-11-30');
  await app.database.db
    .insertInto('configs')
    .values([
      { key: 'teamsEnabled', value: 'true' },
      { key: 'allowTeamCreation', value: 'true' },
      { key: 'teamRanking', value: '"average"' },
    ])
    .execute();
});
afterAll(() => app.close());

const remove = (person: Participant) =>
  person.send({ method: 'POST', url: '/gc/account/delete', payload: { profileId: person.iri } });
const run = (person: Participant, kilometers: number) =>
  person.call(activities.create, {
    body: { performedAt: '2026-11-20', sport: running, amountType: 'km', kilometers },
  });

/** Creates a team of these people, with the first one as captain. */
async function teamOf(captain: Participant, ...others: Participant[]) {
  count += 1;
  const { uuid } = await captain.call(teams.create, { body: { name: `Team number ${count}` } });
  for (const other of others) await other.call(teams.join, { params: { uuid } });
  return { uuid };
}
const membersOf = async (viewer: Participant, params: { uuid: string }) =>
  (await viewer.call(teams.members, { params }))['hydra:member'];

/**
 * Sends a request while an account deletion holds its locks. Returns the status of the deletion, and the response to
 * the request. On the embedded engine, which runs one transaction after another, the deletion comes first.
 */
async function whileDeleting(person: Participant, act: () => ReturnType<Participant['send']>) {
  const { db, engine } = app.database;
  if (engine === 'embedded') return [(await remove(person)).statusCode, await act()] as const;
  const [removal, other] = await db.transaction().execute(async (tx) => {
    await sql`lock table activity_likes in share mode`.execute(tx);
    const removing = remove(person);
    await untilWaiting(app.database, 1);
    const acting = act();
    await untilWaiting(app.database, 2);
    // The responses are awaited outside this transaction, because both requests wait for this transaction to
    // end.
    return [{ answer: removing }, { answer: acting }];
  });
  return [(await removal?.answer)?.statusCode, await other?.answer] as const;
}

describe('a concurrent account deletion', () => {
  it('prevents a team from being handed over to the person', async () => {
    const [captain, member] = [await app.participant(), await app.participant()];
    const { uuid } = await teamOf(captain, member);
    const members = await membersOf(captain, { uuid });
    const payload = { member: members.find(({ isCaptain }) => !isCaptain)?.['@id'] };
    const url = `/platform/api/challenge_teams/${uuid}/hand-over`;
    const [removal, answer] = await whileDeleting(member, () =>
      captain.send({ method: 'POST', url, payload }),
    );
    expect(removal).toBe(204);
    expect(answer?.statusCode).toBe(422);
    expect(answer?.json().violations).toMatchObject([{ propertyPath: 'member', code: 'team.memberUnknown' }]);
    expect(await captain.call(teams.one, { params: { uuid } })).toMatchObject({ isCaptain: true });
  });

  it('makes a profile change in another tab fail with 401', async () => {
    const person = await app.participant();
    const [removal, answer] = await whileDeleting(person, () =>
      person.send({
        method: 'POST',
        url: '/platform/api/modify_data_requests',
        payload: { givenName: 'New', surname: 'Name', language: 'nl' },
      }),
    );
    expect(removal).toBe(204);
    expect(answer?.statusCode).toBe(401);
  });

  it('keeps the new captain whom the person has just chosen', async () => {
    const [captain, longest, chosen] = [
      await app.participant(),
      await app.participant(),
      await app.participant(),
    ];
    const { uuid } = await teamOf(captain, longest, chosen);
    const handOver = (tx: Db) =>
      tx
        .updateTable('teams')
        .set({ captain_id: Number(chosen.iri.split('/').at(-1)) })
        .where('uuid', '=', uuid)
        .execute();
    const removal = await app.database.db.transaction().execute(async (tx) => {
      await handOver(tx);
      const removing = remove(captain);
      await untilWaiting(app.database, 1);
      return { removing };
    });
    expect((await removal.removing).statusCode).toBe(204);
    expect(await chosen.call(teams.one, { params: { uuid } })).toMatchObject({ isCaptain: true });
  });
});

describe('a team’s average', () => {
  const average = async (viewer: Participant, uuid: string, periodType: 'week' | 'challenge') => {
    const board = await viewer.call(rankings.listTeams, {
      query: { periodType, team: `/platform/api/challenge_teams/${uuid}` },
    });
    return board['hydra:member'][0]?.kilometers;
  };

  it('stays the same when a member’s account is deleted', async () => {
    const [captain, member] = [await app.participant(), await app.participant()];
    const { uuid } = await teamOf(captain, member);
    await run(captain, 100);
    await run(member, 100);
    expect(await average(captain, uuid, 'challenge')).toBe(100);
    expect((await remove(member)).statusCode).toBe(204);
    expect(await average(captain, uuid, 'challenge')).toBe(100);
    expect(await captain.call(teams.one, { params: { uuid } })).toMatchObject({ amountOfMembers: 1 });
    expect(await membersOf(captain, { uuid })).toHaveLength(1);
    await expectSumsToHold(app.database.db);
    // From the next day on, the deleted member no longer counts in the average.
    const started = app.clock.now;
    app.clock.now = started.add({ hours: 7 * 24 });
    await captain.call(activities.create, {
      body: { performedAt: '2026-11-28', sport: running, amountType: 'km', kilometers: 30 },
    });
    expect(await average(captain, uuid, 'week')).toBe(30);
    expect(await average(captain, uuid, 'challenge')).toBe(115);
    app.clock.now = started;
  });

  it('counts a deleted member once, even if that member had left and rejoined', async () => {
    const [captain, member] = [await app.participant(), await app.participant()];
    const { uuid } = await teamOf(captain, member);
    await run(captain, 60);
    await run(member, 60);
    const started = app.clock.now;
    await member.call(teams.leave, { params: { uuid } });
    app.clock.now = started.add({ hours: 48 });
    await member.call(teams.join, { params: { uuid } });
    expect((await remove(member)).statusCode).toBe(204);
    expect(await average(captain, uuid, 'challenge')).toBe(60);
    app.clock.now = started;
  });

  it('does not count a deleted member who would have joined the team tomorrow', async () => {
    const [first, second, mover] = [
      await app.participant(),
      await app.participant(),
      await app.participant(),
    ];
    const { uuid: left } = await teamOf(first, mover);
    const { uuid: joined } = await teamOf(second);
    await run(second, 50);
    await mover.call(teams.leave, { params: { uuid: left } });
    // Today still counts for the previous team.
    await mover.call(teams.join, { params: { uuid: joined } });
    expect((await remove(mover)).statusCode).toBe(204);
    expect(await average(second, joined, 'challenge')).toBe(50);
  });
});
