import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import pg from 'pg';
import { Temporal } from 'temporal-polyfill';
import { create } from '../contract/activities.ts';
import { startPostgresql } from '../scripts/postgresql.ts';
import { createActivity } from '../server/activities/entries/activity-entry.ts';
import { answerQuestion, listQuestions } from '../server/activities/matching/questions.ts';
import { receiveWorkouts, removeRecords } from '../server/activities/source-records/receive-workouts.ts';
import { type Db, openDatabase } from '../server/db/db.ts';
import { migrate } from '../server/db/migrate.ts';
import { irisUnder } from '../server/kit/iris.ts';
import { findPerson, type Person } from '../server/people/person.ts';
import { type Judgement, judge, merged, type PersonResult, report } from './judgement.ts';
import { type Event, type Life, lifeOf } from './life.ts';

/**
 * The simulator of truth: makes up people whose workouts are known, sends what their devices would report about them,
 * with all that goes wrong, and compares what the platform credits with what people really did. Run with `npm run truth
 * -- --people 1000 --seeds 5`. Exits with 1 if a workout counted twice or was lost.
 */
const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '1000' },
    seeds: { type: 'string', default: '5' },
    from: { type: 'string', default: '1' },
    /** The number of the only person to try, to repeat a fault. */
    only: { type: 'string' },
    json: { type: 'string' },
  },
});
const [people, seeds, firstSeed] = [Number(values.people), Number(values.seeds), Number(values.from)];
const days = 28;
const firstDay = Temporal.PlainDate.from('2026-10-05');
const start = firstDay.toZonedDateTime('UTC').epochMilliseconds / 1000;
/** People whose events are sent at the same time, enough to keep two cores and the database busy. */
const concurrent = 6;
const iris = irisUnder('/');
const sports = ['running', 'cycling', 'walking'] as const;

const postgresql = process.env.TEST_DATABASE_URL
  ? { url: process.env.TEST_DATABASE_URL, stop: () => undefined }
  : await startPostgresql();
const judgements: Judgement[] = [];
try {
  for (let seed = firstSeed; seed < firstSeed + seeds; seed += 1) {
    const began = performance.now();
    const judgement = await tryOut(seed);
    judgements.push(judgement);
    const took = Math.round((performance.now() - began) / 1000);
    console.log(`seed ${seed}, ${people} people, ${days} days, ${took} s`);
    console.log(report(judgement));
  }
} finally {
  postgresql.stop();
}
const all = merged(judgements);
if (judgements.length > 1) console.log(`all seeds\n${report(all)}`);
if (values.json) writeFileSync(values.json, JSON.stringify(all, undefined, 2));
process.exit(all.faults.length > 0 ? 1 : 0);

async function tryOut(seed: number): Promise<Judgement> {
  const name = `truth_${randomUUID().replaceAll('-', '')}`;
  const url = new URL(postgresql.url);
  url.pathname = `/${name}`;
  await onCluster(`create database ${name}`);
  const { db, close } = await openDatabase({ databaseUrl: url.href });
  try {
    await migrate(db);
    await fill(db);
    const ids = (await db.selectFrom('people').select('id').orderBy('id').execute()).map(({ id }) => id);
    const results: PersonResult[] = [];
    const waiting = ids
      .filter((id) => values.only === undefined || id === Number(values.only))
      .map((id) => ({ id, life: lifeOf(seed * 1_000_003 + id, start, days) }));
    await Promise.all(
      Array.from({ length: concurrent }, async () => {
        for (let next = waiting.pop(); next; next = waiting.pop())
          results.push(await live(db, next.id, next.life));
      }),
    );
    return judge(results);
  } finally {
    await close();
    await onCluster(`drop database ${name} with (force)`);
  }
}

async function onCluster(statement: string): Promise<void> {
  const client = new pg.Client(postgresql.url);
  await client.connect();
  await client.query(statement);
  await client.end();
}

async function fill(db: Db): Promise<void> {
  await db
    .insertInto('sports')
    .values(sports.map((sport) => ({ name: sport, type: sport, approved: true, km_per_hour: 10 })))
    .execute();
  await sql`
    insert into people (email, given_name, surname, sort_name, language, created_at)
    select 'person-' || n || '@example.com', 'Given' || n, 'Surname' || n, 'given' || n || ' surname' || n, 'en',
      ${firstDay.toString()}::timestamptz
    from generate_series(1, ${people}) as n`.execute(db);
}

/** Sends everything about one person, in the order of arrival. Attentive people answer at the end of each day. */
async function live(db: Db, personId: number, life: Life): Promise<PersonResult> {
  const person = (await findPerson(db, personId)) as Person;
  const asked: Answered[] = [];
  let day = start;
  for (const event of life.events) {
    if (event.at >= day + 24 * 60 * 60) {
      day = event.at - ((event.at - start) % (24 * 60 * 60));
      if (life.isAttentive) asked.push(...(await answerAll(db, person, day)));
    }
    await send(db, person, event);
  }
  if (life.isAttentive) asked.push(...(await answerAll(db, person, day + 24 * 60 * 60)));
  const activities = await db
    .selectFrom('activities')
    .select(['info', 'metres', 'counted_metres', 'counts', 'waits', 'source'])
    .where('person_id', '=', personId)
    .execute();
  const board = await db
    .selectFrom('standings')
    .select('metres')
    .where('person_id', '=', personId)
    .where('board', '=', 'all')
    .where('sport', '=', 'all')
    .executeTakeFirst();
  const open = (await listQuestions(db, iris, person)).totalItems;
  return { personId, life, activities, boardMetres: board?.metres ?? 0, asked, open };
}

async function send(db: Db, person: Person, { at, what, report: said }: Event): Promise<void> {
  const now = Temporal.Instant.fromEpochMilliseconds(at * 1000);
  const startedAt = Temporal.Instant.fromEpochMilliseconds(said.from * 1000);
  if (what === 'delete') return removeRecords(db, person.id, said.source, [said.externalId], now);
  if (what === 'type') {
    const entry = create.body.parse({
      performedAt: startedAt.toString().slice(0, 10),
      sport: `/platform/api/sports/${sports.indexOf(said.sport) + 1}`,
      amountType: 'km',
      kilometers: said.metres / 1000,
      info: said.workout.name,
    });
    const today = now.toZonedDateTimeISO('UTC').toPlainDate();
    await createActivity(db, iris, person, entry, { now, today });
    return;
  }
  await receiveWorkouts(
    db,
    person.id,
    said.source,
    [
      {
        externalId: said.externalId,
        startedAt,
        utcOffsetMinutes: 0,
        elapsedSeconds: said.seconds,
        movingSeconds: null,
        metres: said.metres,
        steps: null,
        sportType: said.sport,
        name: said.workout.name,
        device: null,
        isManual: false,
        viewUrl: null,
        cameFrom: null,
      },
    ],
    now,
  );
}

/** Answers all open questions truthfully: the names of the records tell which workout they are. */
async function answerAll(db: Db, person: Person, at: number): Promise<Answered[]> {
  const now = Temporal.Instant.fromEpochMilliseconds(at * 1000);
  const answered: Answered[] = [];
  for (;;) {
    const [question] = (await listQuestions(db, iris, person)).members;
    if (!question) return answered;
    const { one, other } = question;
    const isSame = one.name === other.name;
    answered.push({ isSame, sources: [one.source, other.source].sort().join(' and ') });
    await answerQuestion(db, person, question.uuid, isSame, now);
  }
}
