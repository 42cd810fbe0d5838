import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { AllChallengeStats, ChallengeProgress, ChallengeStats } from '../../contract/challenges.ts';
import { participantsModifier } from '../configs/config.ts';
import type { Db } from '../db/db.ts';
import type { Iris } from '../kit/iris.ts';
import type { ChallengeRow } from './challenge.ts';

/** Length of the equator in metres: 2π × 6,378,137 m, the equatorial radius of WGS 84. */
const equatorInMetres = 40_075_017;

/** Participants, sports, activities and kilometres of a challenge. */
export async function challengeStats(
  db: Db,
  iris: Iris,
  challenge: ChallengeRow,
): Promise<Omit<ChallengeStats, '@context'>> {
  const [totals, totalRegisteredPersons] = await Promise.all([
    totalsOfBoard(db, `challenge:${challenge.id}`),
    registeredPersons(db),
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

/** How far a challenge has come; the percentage never passes 100, the kilometres may. */
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

/** Totals over all challenges that have begun. */
export async function allChallengeStats(
  db: Db,
  iris: Iris,
  now: Temporal.Instant,
): Promise<Omit<AllChallengeStats, '@context'>> {
  const [all, totals, totalRegisteredPersons] = await Promise.all([
    db.selectFrom('challenges').select(['starts_on', 'time_zone']).where('is_hidden', '=', false).execute(),
    totalsOfBoard(db, 'all'),
    registeredPersons(db),
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

/** How many people have an account that they have come in to, lowered by the configured modifier, never below 0. */
async function registeredPersons(db: Db): Promise<number> {
  const [{ people }, modifier] = await Promise.all([
    db
      .selectFrom('people')
      .select((eb) => eb.fn.countAll<number>().as('people'))
      .where('activated_at', 'is not', null)
      .executeTakeFirstOrThrow(),
    participantsModifier(db),
  ]);
  return Math.max(0, people - modifier);
}
