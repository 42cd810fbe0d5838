import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { AllChallengeStats, ChallengeProgress, ChallengeStats } from '../../contract/challenges.ts';
import type { Db } from '../db/db.ts';
import type { Iris } from '../kit/iris.ts';
import type { ChallengeRow } from './challenge.ts';

/** The length of the equator in metres: 2π times the equatorial radius in WGS 84, which is 6,378,137 m. */
const equatorInMetres = 40_075_017;

/** Returns the number of participants, sports, activities and kilometres of a challenge. */
export async function challengeStats(
  db: Db,
  iris: Iris,
  challenge: ChallengeRow,
): Promise<Omit<ChallengeStats, '@context'>> {
  const [totals, totalRegisteredPersons] = await Promise.all([
    totalsOfBoard(db, `challenge:${challenge.id}`),
    registeredPersons(db, challenge),
  ]);
  return {
    '@id': iris.of(`/platform/api/challenge_statss/${challenge.uuid}`),
    '@type': 'ChallengeStats',
    totalRegisteredPersons,
    sports: totals.sports,
    activities: totals.activities,
    kilometers: totals.metres / 1000,
  };
}

/** Returns the progress of a challenge. The percentage never exceeds 100, but the kilometres may exceed the target. */
export async function challengeProgress(
  db: Db,
  iris: Iris,
  challenge: ChallengeRow,
): Promise<Omit<ChallengeProgress, '@context'>> {
  const { metres } = await totalsOfBoard(db, `challenge:${challenge.id}`);
  const share = metres / (challenge.kilometers * 1000);
  return {
    '@id': iris.of(`/platform/api/challenge_progresses/${challenge.uuid}`),
    '@type': 'ChallengeProgress',
    progress: metres / 1000,
    target: challenge.kilometers,
    percentage: Math.min(100, Math.floor(share * 10_000) / 100),
  };
}

/**
 * Returns how many challenges have started, and the totals of the whole platform: people, activities, and
 * trips around the world.
 */
export async function allChallengeStats(
  db: Db,
  iris: Iris,
  now: Temporal.Instant,
): Promise<Omit<AllChallengeStats, '@context'>> {
  const [all, totals, totalRegisteredPersons] = await Promise.all([
    db.selectFrom('challenges').select(['starts_on', 'time_zone']).where('is_hidden', '=', false).execute(),
    totalsOfBoard(db, 'all'),
    everRegisteredPersons(db),
  ]);
  const begun = all.filter(
    (one) => one.starts_on <= now.toZonedDateTimeISO(one.time_zone).toPlainDate().toString(),
  );
  return {
    '@id': iris.of('/platform/api/challenge_statss/all'),
    '@type': 'AllChallengeStats',
    challenges: begun.length,
    totalRegisteredPersons,
    activities: totals.activities,
    worldTravels: totals.metres / equatorInMetres,
  };
}

async function totalsOfBoard(db: Db, board: string) {
  const { rows } = await sql<{ sports: number; activities: number; metres: number }>`
    select count(*) filter (where activities > 0) as sports,
      coalesce(sum(activities), 0)::bigint as activities,
      coalesce(sum(metres), 0)::bigint as metres
    from (
      select sum(activities) as activities, sum(metres) as metres
      from board_totals where board = ${board} group by sport_id
    ) as by_sport`.execute(db);
  return rows[0] ?? { sports: 0, activities: 0, metres: 0 };
}

/**
 * Returns how many people had an account on at least one day of a challenge. Includes people who have been deleted
 * since the first day, and people who signed up in the grace period and logged activities for the challenge. The number
 * no longer changes once the results are frozen.
 */
export async function registeredPersons(
  db: Db,
  { id, starts_on, ends_on, time_zone, frozen_at }: ChallengeRow,
): Promise<number> {
  const end = sql`(${ends_on}::date + 1)::timestamp at time zone ${time_zone}`;
  const { rows } = await (frozen_at
    ? sql<{ registered: number }>`
        select registered_persons as registered from challenge_results where challenge_id = ${id}`
    : sql<{ registered: number }>`
        select ((
          select count(*) from people where activated_at < ${end}
        ) + (
          select count(*) from people
          where (activated_at >= ${end} or activated_at is null) and exists (
            select from standings
            where board = ${`challenge:${id}`} and sport = 'all' and person_id = people.id and activities > 0
          )
        ) + (
          select coalesce(sum(came) filter (where day <= ${ends_on}::date), 0)
            - coalesce(sum(went) filter (where day < ${starts_on}::date), 0)
          from departed_people
        ))::int as registered`
  ).execute(db);
  return rows[0]?.registered ?? 0;
}

/** Returns how many people have ever signed in, including people who have been deleted since. */
async function everRegisteredPersons(db: Db): Promise<number> {
  const { rows } = await sql<{ registered: number }>`
    select ((select count(*) from people where activated_at is not null)
      + (select coalesce(sum(came), 0) from departed_people))::int as registered`.execute(db);
  return rows[0]?.registered ?? 0;
}
