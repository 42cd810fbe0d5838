import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as activities from '../../../contract/activities.ts';
import { running, swimming, type TestApp, testApp } from '../../testing/test-app.ts';
import { expectTranslated } from '../../testing/translated.ts';

type Person = Awaited<ReturnType<TestApp['participant']>>;

let app: TestApp;
let person: Person;

beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  person = await app.participant();
});
afterAll(() => app.close());

const entry = { performedAt: '2026-11-20', sport: running };
const numberUnclear =
  'Write this number in digits, and use a point only before decimals, for example 8000 or 6.5.';
const hour = { ...entry, amountType: 'time', time: '01:00:00' } as const;

describe('logging an activity', () => {
  // spec: call POST /platform/api/activities, call GET /platform/api/activities/{uuid}, state amount type
  it.each([
    [{ amountType: 'time', time: '00:47:54', kilometers: null, steps: null }, 7.983, { time: '00:47:54' }],
    [{ amountType: 'steps', steps: '8421' }, 5.895, { steps: 8421 }],
    [{ amountType: 'km', kilometers: '12,34' }, 12.34, { kilometers: 12.34 }],
    [
      { amountType: 'km', kilometers: 999.99, time: 'unread', steps: 'unread' },
      999.99,
      { kilometers: 999.99 },
    ],
  ])('counts the kilometres of %o', async (amount, challengeKms, shown) => {
    const answer = await person.call(activities.create, { body: { ...entry, ...amount } as never });
    expect(answer).toMatchObject({ time: null, kilometers: null, steps: null, ...shown, challengeKms });
    expect(await person.call(activities.one, { params: { uuid: answer.uuid } })).toEqual(answer);
  });

  it('accepts the sport as an address or as the object that the API returns', async () => {
    const answer = await person.call(activities.create, { body: { ...hour, sport: { '@id': swimming } } });
    expect(answer).toMatchObject({ sport: { '@id': swimming }, challengeKms: 7 });
  });

  // spec: rule activity info
  it('trims the info text and stores an empty text as null', async () => {
    const created = await person.call(activities.create, { body: { ...hour, info: '  along the canal ' } });
    const silent = await person.call(activities.create, { body: { ...hour, info: ' ' } });
    expect([created.info, silent.info]).toEqual(['along the canal', null]);
  });

  // spec: rule activity date, rule activity sport, rule activity time, rule activity kilometers
  // spec: rule activity steps, text time invalid, constant kilometres input, constant time hours
  it.each([
    [{ performedAt: '' }, 'performedAt', 'Please specify a value.'],
    [{ performedAt: '2026-02-30' }, 'performedAt', 'Please specify a valid date.'],
    [{ performedAt: '2026-11-22' }, 'performedAt', 'The date may not be in the future.'],
    [{ sport: '' }, 'sport', 'Please specify a value.'],
    [{ sport: '/platform/api/sports/99' }, 'sport', 'Please choose one of the sports.'],
    [{ amountType: 'miles' }, 'amountType', 'Please choose time, kilometres or steps.'],
    [{ time: '' }, 'time', 'Please specify a valid time (f.i. 00:47:54).'],
    [{ time: '1:00:00' }, 'time', 'Please specify a valid time (f.i. 00:47:54).'],
    [{ time: '00:60:00' }, 'time', 'Please specify a valid time (f.i. 00:47:54).'],
    [{ time: '100:00:00' }, 'time', 'Please specify a valid time (f.i. 00:47:54).'],
    [{ time: '00:00:00' }, 'time', 'Please specify a time of at least one second.'],
    [{ amountType: 'km' }, 'kilometers', 'Please specify a value.'],
    [{ amountType: 'km', kilometers: 'far' }, 'kilometers', 'Please specify a number.'],
    [
      { amountType: 'km', kilometers: 1000 },
      'kilometers',
      'Please specify more than 0 and at most 999.99 kilometres.',
    ],
    [
      { amountType: 'km', kilometers: 0 },
      'kilometers',
      'Please specify more than 0 and at most 999.99 kilometres.',
    ],
    [{ amountType: 'steps', steps: '' }, 'steps', 'Please specify a value.'],
    [{ amountType: 'steps', steps: '12a' }, 'steps', 'Please specify a number.'],
    [{ amountType: 'steps', steps: '8.000' }, 'steps', numberUnclear],
    [{ amountType: 'steps', steps: '8,000' }, 'steps', numberUnclear],
    [{ amountType: 'steps', steps: '8\u202f000' }, 'steps', numberUnclear],
    [{ amountType: 'km', kilometers: '1 234,5' }, 'kilometers', numberUnclear],
    [{ amountType: 'steps', steps: 0 }, 'steps', 'Please specify a whole number from 1 to 200,000.'],
    [{ amountType: 'steps', steps: 200_001 }, 'steps', 'Please specify a whole number from 1 to 200,000.'],
    [{ amountType: 'steps', steps: 1.5 }, 'steps', 'Please specify a whole number from 1 to 200,000.'],
    [{ info: 'x'.repeat(1001) }, 'info', 'This text may have at most 1,000 characters.'],
  ])('rejects %o and writes nothing', async (changes, propertyPath, message) => {
    const before = await written();
    const problem = await person.refused(activities.create, { body: { ...hour, ...changes } });
    expect(problem.status).toBe(422);
    expect(problem.violations).toMatchObject([{ propertyPath, message }]);
    for (const language of ['fr', 'nl'] as const) {
      const translated = await person.refused(
        activities.create,
        { body: { ...hour, ...changes } },
        { 'accept-language': language },
      );
      expectTranslated(language, translated, problem);
    }
    expect(await written()).toEqual(before);
  });

  it.each([
    ['fr', 'Veuillez indiquer une durée valide (p. ex. 00:47:54).'],
    ['nl', 'Vul een geldige tijd in (bv. 00:47:54).'],
  ])('describes violations in the language %s', async (language, message) => {
    const problem = await person.refused(
      activities.create,
      { body: { ...hour, time: 'later' } },
      { 'accept-language': language },
    );
    expect(problem.violations).toMatchObject([{ propertyPath: 'time', message }]);
  });

  it('accepts the current day in the person’s time zone', async () => {
    const body = { ...hour, performedAt: '2026-11-22' };
    const inAuckland = await person.send({
      method: 'POST',
      url: activities.create.path,
      payload: body,
      headers: { 'time-zone': 'Pacific/Auckland' },
    });
    expect(inAuckland.statusCode).toBe(201);
    const inNowhere = await person.refused(activities.create, { body }, { 'time-zone': 'Nowhere/Atall' });
    expect(inNowhere.violations?.[0]?.propertyPath).toBe('performedAt');
  });

  // It is noon in Brussels, so the next day has begun only in time zones at least 12 hours ahead of Brussels.
  it.each([
    '+23:59',
    '+14:00',
    '-23:59',
    '2026-11-21T00:00+23:59',
    '2026-11-21T00:00[+23:59]',
    'Europe/Brussels, +23:59',
  ])('ignores the invalid time zone “%s” of a request, and rejects tomorrow’s date', async (zone) => {
    const body = { ...hour, performedAt: '2026-11-22' };
    const problem = await person.refused(activities.create, { body }, { 'time-zone': zone });
    expect(problem.violations?.[0]?.propertyPath).toBe('performedAt');
  });

  it('accepts tomorrow’s date at UTC+14, but not the day after', async () => {
    const on = (performedAt: string) => ({
      method: 'POST' as const,
      url: activities.create.path,
      payload: { ...hour, performedAt },
      headers: { 'time-zone': 'Pacific/Kiritimati' },
    });
    expect((await person.send(on('2026-11-22'))).statusCode).toBe(201);
    expect((await person.send(on('2026-11-23'))).statusCode).toBe(422);
  });

  it('limits the time per day to 24 hours and reports the time left', async () => {
    await person.call(activities.create, { body: { ...hour, time: '23:30:00' } });
    const problem = await person.refused(activities.create, { body: { ...hour, time: '00:30:01' } });
    expect(problem.violations).toMatchObject([
      { propertyPath: 'time', message: 'A day has 24 hours, and this day has only 00:30:00 left.' },
    ]);
    await person.call(activities.create, { body: { ...hour, time: '00:30:00' } });
    await person.call(activities.create, { body: { ...hour, performedAt: '2026-11-19' } });
  });

  it('never exceeds 24 hours per day, even with concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        person.send({ method: 'POST', url: activities.create.path, payload: { ...hour, time: '08:00:00' } }),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(3);
  });
});

describe('changing an activity', () => {
  // spec: call PUT {activity}
  it('replaces all values that were entered', async () => {
    const { uuid } = await person.call(activities.create, { body: { ...hour, info: 'before' } });
    const after = await person.call(activities.replace, {
      params: { uuid },
      body: { performedAt: '2026-11-18', sport: swimming, amountType: 'steps', steps: 1000 },
    });
    expect(after).toMatchObject({
      uuid,
      performedAt: '2026-11-18',
      time: null,
      steps: 1000,
      info: null,
      challengeKms: 0.7,
    });
  });

  it('does not count the activity’s old duration towards the 24 hours', async () => {
    const { uuid } = await person.call(activities.create, { body: { ...hour, time: '20:00:00' } });
    await person.call(activities.replace, { params: { uuid }, body: { ...hour, time: '24:00:00' } });
    const problem = await person.refused(activities.replace, {
      params: { uuid },
      body: { ...hour, time: '24:00:01' },
    });
    expect(problem.violations?.[0]?.message).toContain('only 24:00:00 left');
  });

  // spec: rule activity sport
  it('is possible with a sport that is no longer approved, although new activities cannot use it', async () => {
    const { db } = app.database;
    const { id } = await db
      .insertInto('sports')
      .values({ name: `sport of ${person.email}`, type: 'other', approved: true, km_per_hour: 3 })
      .returning('id')
      .executeTakeFirstOrThrow();
    const sport = `/platform/api/sports/${id}`;
    const { uuid } = await person.call(activities.create, { body: { ...hour, sport } });
    await db.updateTable('sports').set({ approved: false }).where('id', '=', id).execute();
    await person.call(activities.replace, { params: { uuid }, body: { ...hour, sport, time: '00:30:00' } });
    const problem = await person.refused(activities.create, { body: { ...hour, sport } });
    expect(problem.violations?.[0]?.propertyPath).toBe('sport');
  });

  // spec: role own activities
  it('is allowed only for its owner, and so is removing it', async () => {
    const other = await app.participant('Other');
    const { uuid } = await person.call(activities.create, { body: hour });
    expect((await other.refused(activities.replace, { params: { uuid }, body: hour })).status).toBe(403);
    expect((await other.refused(activities.remove, { params: { uuid } })).status).toBe(403);
    expect(await person.call(activities.one, { params: { uuid } })).toMatchObject({ time: '01:00:00' });
  });
});

describe('removing an activity', () => {
  // spec: call DELETE {activity}
  it('deletes the activity, and returns 404 if repeated', async () => {
    const { uuid } = await person.call(activities.create, { body: hour });
    await person.call(activities.remove, { params: { uuid } });
    expect((await person.refused(activities.one, { params: { uuid } })).status).toBe(404);
    expect((await person.refused(activities.remove, { params: { uuid } })).status).toBe(404);
  });

  it('succeeds once if the activity is changed and removed concurrently', async () => {
    const { uuid } = await person.call(activities.create, { body: hour });
    const url = `/platform/api/activities/${uuid}`;
    const [changed, ...removed] = await Promise.all([
      person.send({ method: 'PUT', url, payload: { ...hour, time: '02:00:00' } }),
      person.send({ method: 'DELETE', url }),
      person.send({ method: 'DELETE', url }),
    ]);
    expect([200, 404]).toContain(changed.statusCode);
    expect(removed.map(({ statusCode }) => statusCode).sort()).toEqual([204, 404]);
    const { metres } = await app.database.db
      .selectFrom('standings')
      .select('metres')
      .where('board', '=', 'all')
      .where('sport', '=', 'all')
      .where('person_id', '=', Number(person.iri.split('/').at(-1)))
      .executeTakeFirstOrThrow();
    expect(metres).toBe(0);
  });
});

async function written() {
  const { db } = app.database;
  return {
    activities: await db.selectFrom('activities').select('id').execute(),
    standings: await db.selectFrom('standings').selectAll().execute(),
    totals: await db.selectFrom('board_totals').selectAll().execute(),
    days: await db.selectFrom('day_times').selectAll().execute(),
  };
}
