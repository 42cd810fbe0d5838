import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../server/db/db.ts';
import { rebuildStandings } from '../server/rankings/rebuild.ts';
import { demoActivities, insertDemoActivities } from './activities.ts';
import { insertDemoChallenges } from './challenges.ts';
import { insertDemoConfigs } from './configs.ts';
import { demoDays } from './days.ts';
import { insertDemoFaq } from './faq.ts';
import { demoPeople, insertDemoPeople } from './people.ts';
import { demoSocial, insertDemoSocial } from './social.ts';
import { insertDemoSports } from './sports.ts';
import { insertDemoTeams } from './teams.ts';

/**
 * Fills an empty database with the demo company: 240 people in twelve teams, twelve sports, three challenges with maps,
 * and ten weeks of activities up to `now`. The same `now` always gives the same company. The two people who can sign in
 * get `passwordHash`.
 */
export async function fillWithDemo(
  db: Db,
  { now, passwordHash }: { now: Temporal.Instant; passwordHash: string },
): Promise<void> {
  const days = demoDays(now);
  const people = demoPeople(days);
  const activities = demoActivities(people, days);
  await db.transaction().execute(async (tx) => {
    const personIds = await insertDemoPeople(tx, people, passwordHash);
    await insertDemoTeams(tx, people, personIds, days);
    const sportIds = await insertDemoSports(tx);
    const { progressMapId } = await insertDemoChallenges(tx, days);
    const faqLibraryId = await insertDemoFaq(tx);
    await insertDemoConfigs(tx, { progressMapId, faqLibraryId });
    await insertDemoActivities(tx, activities, personIds, sportIds);
    await insertDemoSocial(tx, demoSocial(people, activities, now), personIds);
  });
  await rebuildStandings(db, now, { includingClosed: true });
}
