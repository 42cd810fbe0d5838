import { sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import { create } from '../contract/activities.ts';
import { createActivity } from '../server/activities/entries/activity-entry.ts';
import { EntryGroups } from '../server/activities/entries/entry-groups.ts';
import { answerQuestion, listQuestions } from '../server/activities/matching/questions.ts';
import { receiveWorkouts, removeRecords } from '../server/activities/source-records/receive-workouts.ts';
import type { Db } from '../server/db/db.ts';
import { irisUnder } from '../server/kit/iris.ts';
import { findPerson, type Person } from '../server/people/person.ts';
import type { Answered, PersonResult } from './judgement.ts';
import { type Event, type Life, lifeOf } from './life.ts';

const days = 28;
const firstDay = Temporal.PlainDate.from('2026-10-05');
const start = firstDay.toZonedDateTime('UTC').epochMilliseconds / 1000;
const iris = irisUnder('/');
const sports = ['running', 'cycling', 'walking'] as const;

/**
 * Simulates four weeks of a person from `fillWithPeople`, and returns what the platform has stored about them
 * at the end.
 */
export const simulate = (db: Db, seed: number, personId: number): Promise<PersonResult> =>
  live(db, personId, lifeOf(seed * 1_000_003 + personId, start, days));

/** Fills a migrated, empty database with sports and people; the ids of the people start at 1. */
export async function fillWithPeople(db: Db, people: number): Promise<void> {
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
  const open = new Set(
    (await listQuestions(db, iris, person)).members.map(({ activities: [waiting] }) => waiting),
  ).size;
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
    await createActivity(db, new EntryGroups(db), iris, person, entry, { now, today });
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

/**
 * Answers all open questions truthfully: records with the same name are the same workout. As on the screen,
 * the questions about one waiting workout count as one question with several candidates.
 */
async function answerAll(db: Db, person: Person, at: number): Promise<Answered[]> {
  const now = Temporal.Instant.fromEpochMilliseconds(at * 1000);
  const answered: Answered[] = [];
  for (;;) {
    const { members } = await listQuestions(db, iris, person);
    const candidates = members.filter(({ activities: [waiting] }) => waiting === members[0]?.activities[0]);
    if (candidates.length === 0) return answered;
    const found = candidates.find(({ one, other }) => one.name === other.name);
    const sources = [...new Set(candidates.flatMap(({ one, other }) => [one.source, other.source]))];
    answered.push({ isSame: found !== undefined, sources: sources.sort().join(' and ') });
    for (const { uuid } of found ? [found] : candidates)
      await answerQuestion(db, person, uuid, found !== undefined, now);
  }
}
