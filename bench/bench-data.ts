import { sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import type { Database } from '../server/db/db.ts';
import { rebuildStandings } from '../server/rankings/rebuild.ts';

/** The number of people in a benchmark database, unless another number is given. */
export const usualPeople = 10_000;

/**
 * Fills a migrated, empty database with people, `activities` activities over the last ten weeks, three sports
 * with their own boards, and a challenge over the whole period. The data is the same each time.
 */
export async function fillForBench(
  { db, pool }: Database,
  activities: number,
  people = usualPeople,
): Promise<void> {
  await sql`select setseed(0.5)`.execute(db);
  await sql`
    insert into people (email, given_name, surname, sort_name, language, created_at, activated_at)
    select 'person-' || n || '@example.com', 'Given' || n, 'Surname' || n, 'given' || n || ' surname' || n, 'nl', now(), now() - interval '70 days'
    from generate_series(1, ${people}) as n`.execute(db);
  await sql`
    insert into sports (name, type, approved, km_per_hour)
    values ('running', 'running', true, 10), ('cycling', 'cycling', true, 20), ('walking', 'walking', true, 5)`.execute(
    db,
  );
  await sql`
    insert into sport_labels (sport_id, language, label)
    select id, language, name from sports cross join (values ('en'), ('fr'), ('nl')) as languages (language)
    where approved`.execute(db);
  await sql`
    insert into challenges (uri, type, kilometers, starts_on, ends_on, closes_at)
    values ('bench', 'distance', 1000000, current_date - 70, current_date + 30, now() + interval '60 days')`.execute(
    db,
  );
  await sql`
    insert into challenge_translations (challenge_id, position, language, name, description, eye_catcher, introduction)
    values (1, 0, 'nl', 'Bench', '', '', '')`.execute(db);
  for (let start = 0; start < activities; start += 50_000)
    await sql`
      insert into activities (person_id, sport_id, performed_on, amount_type, steps, counted_metres, created_at)
      select 1 + n % ${people}, 1 + (random() * 2.99)::int % 3, current_date - (random() * 70)::int, 'steps', 5000,
        1000 + (random() * 15000)::int, now()
      from generate_series(${start + 1}::int, ${Math.min(activities, start + 50_000)}::int) as n`.execute(db);
  await rebuildStandings(db, Temporal.Now.instant(), { includingClosed: true });
  await pool.query('vacuum analyze');
}
