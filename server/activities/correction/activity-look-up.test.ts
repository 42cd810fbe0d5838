import { unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as activities from '../../../contract/activities.ts';
import { api } from '../../../contract/api.ts';
import { isManaged, type Operation } from '../../../contract/kit/operation.ts';
import * as managed from '../../../contract/managed/activities.ts';
import * as changes from '../../../contract/managed/changes.ts';
import * as managedPeople from '../../../contract/managed/people.ts';
import * as security from '../../../contract/managed/security-events.ts';
import * as settings from '../../../contract/managed/settings.ts';
import { addChallenge } from '../../testing/challenges.ts';
import { entryOf, logKilometers, moderationCalls, runRegularly } from '../../testing/moderation.ts';
import { type Browser, idOf, running, type TestApp, testApp } from '../../testing/test-app.ts';

type Person = Browser & { iri: string; email: string };
const secret = 'Through the quiet heronwood';
const day = '2026-11-19';
const reason = 'Asked us to correct the distance';

let app: TestApp;
let organiser: Person;
let other: Person;
let person: Person;
let uuid: string;
let id: number;

beforeAll(async () => {
  app = await testApp();
  [organiser, other] = [await app.organiser(), await app.organiser()];
  await addChallenge(app.database.db, 'november', '2026-11-01', '2026-11-30');
  await byReason(true);
});
beforeEach(async () => {
  person = await app.participant('Ada');
  const run = { performedAt: day, sport: running, amountType: 'km', kilometers: 7.123 } as const;
  ({ uuid } = await person.call(activities.create, { body: { ...run, info: secret } }));
  const { db } = app.database;
  const stored = db.selectFrom('activities').select('id').where('uuid', '=', uuid);
  ({ id } = await stored.executeTakeFirstOrThrow());
});
afterAll(() => app.close());

async function byReason(activitiesByReason: boolean): Promise<void> {
  const params = { id: 1 };
  const now = await organiser.call(settings.settings.one, { params });
  const body = { ...now, activitiesByReason };
  await organiser.call(settings.settings.replace, { params, body: body as never });
}
const open = (who: Person = organiser, changed: object = {}) =>
  who.call(managed.lookUp, { body: { personId: idOf(person), day, reason, ...changed } });
const uuidsFor = async (who: Person) =>
  (await who.call(managed.list, { query: { itemsPerPage: 1000 } }))['hydra:member'].map((one) => one.uuid);

/** Returns the body of every GET response of the organisers' app. */
async function everyAnswer(who: Person): Promise<string[]> {
  const reads = Object.values(api)
    .flatMap((group) => Object.values(group) as Operation[])
    .filter((op) => isManaged(op) && op.method === 'GET');
  const addresses = reads.flatMap(({ path }) =>
    path.includes(':') ? [idOf(person), id].map((one) => path.replace(/:\w+/, String(one))) : [path],
  );
  const answers = addresses.map((url) => who.send({ method: 'GET', url }));
  return (await Promise.all(answers)).map(({ body }) => body);
}

describe('the setting that requires organisers to give a reason before they see activities', () => {
  // claim: activities-by-reason
  it('omits activities from every response of the organisers’ app, and kilometres from the list of people', async () => {
    const answers = await everyAnswer(organiser);
    expect(answers.length).toBeGreaterThan(50);
    for (const word of [secret, uuid, '7.123', '7,123']) {
      expect(answers.filter((body) => body.includes(word))).toEqual([]);
    }
    expect(await uuidsFor(organiser)).not.toContain(uuid);
    expect((await organiser.refused(managed.one, { params: { id } })).status).toBe(404);
    const found = await organiser.call(managedPeople.one, { params: { id: idOf(person) } });
    expect(found.kilometers).toBeNull();
  });

  it('prevents organisers from correcting or removing activities that they have not opened', async () => {
    await open();
    const row = await organiser.call(managed.one, { params: { id } });
    const body = { ...entryOf(row), kilometers: 6, reason } as never;
    expect((await other.refused(managed.replace, { params: { id }, body })).status).toBe(404);
    const removal = { reason, version: row.version };
    expect((await other.refused(managed.remove, { params: { id }, body: removal })).status).toBe(404);
    expect(await organiser.call(managed.replace, { params: { id }, body })).toMatchObject({ kilometers: 6 });
  });

  // claim: activities-by-reason
  it('opens one person’s activities of one day to one organiser for an hour', async () => {
    const before = await logKilometers(person, 3, '2026-11-18');
    const someoneElses = await logKilometers(await app.participant(), 3, day);
    await open();
    const shown = await uuidsFor(organiser);
    expect(shown).toContain(uuid);
    for (const hidden of [before.uuid, someoneElses.uuid]) expect(shown).not.toContain(hidden);
    expect(await uuidsFor(other)).not.toContain(uuid);
    const { now } = app.clock;
    app.clock.now = now.add({ minutes: 61 });
    expect(await uuidsFor(organiser)).not.toContain(uuid);
    app.clock.now = now;
  });

  // claim: look-ups-explained
  it('logs who opened the day and why, and includes the reason in the person’s data export', async () => {
    await open();
    const { 'hydra:member': logged } = await organiser.call(changes.list, { query: {} });
    expect(logged[0]).toMatchObject({ resource: 'activities', action: 'look-up', reason });
    const query = { personId: idOf(person), kind: 'activities-opened' } as const;
    const { 'hydra:member': events } = await organiser.call(security.list, { query });
    expect(events).toHaveLength(1);
    expect(events[0]?.actor).toContain('Organiser');
    const { rawPayload } = await person.send({ method: 'GET', url: api.accounts.exportData.path });
    const files = unzipSync(new Uint8Array(rawPayload));
    const text = (name: string) => new TextDecoder().decode(files[name]);
    expect(JSON.parse(text('activity-look-ups.json'))).toMatchObject([{ performedAt: day, reason }]);
    expect(text('security-events.csv')).toContain('opened your activities');
  });

  it('still shows activities that wait for a decision', async () => {
    await runRegularly(person);
    const long = await logKilometers(person, 60, '2026-11-20');
    const [item] = await moderationCalls(() => organiser).items();
    const waiting = await organiser.call(managed.one, { params: { id: item?.activity?.id ?? 0 } });
    expect(waiting.uuid).toBe(long.uuid);
    expect(await uuidsFor(organiser)).toEqual(expect.arrayContaining([long.uuid]));
    expect(await uuidsFor(organiser)).not.toContain(uuid);
  });

  it('requires a reason and an existing person', async () => {
    const refused = (body: object) => organiser.refused(managed.lookUp, { body: body as never });
    const good = { personId: idOf(person), day, reason };
    expect((await refused({ ...good, reason: ' ' })).violations?.[0]?.propertyPath).toBe('reason');
    expect((await refused({ ...good, personId: 999_999 })).violations?.[0]?.code).toBe('person.unknown');
  });

  it('has no effect while it is off', async () => {
    await byReason(false);
    expect(await uuidsFor(organiser)).toContain(uuid);
    expect((await everyAnswer(organiser)).filter((body) => body.includes(secret))).not.toEqual([]);
    const found = await organiser.call(managedPeople.one, { params: { id: idOf(person) } });
    expect(found.kilometers).toBe(7.123);
    await byReason(true);
  });
});
