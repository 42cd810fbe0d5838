import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../db/db.ts';
import { rebuildStandings } from '../rankings/rebuild.ts';
import { demoActivities, insertDemoActivities } from './demo-activities.ts';
import { insertDemoChallenges } from './demo-challenges.ts';
import { insertDemoConfigs } from './demo-configs.ts';
import { demoDays } from './demo-days.ts';
import { insertDemoFaq } from './demo-faq.ts';
import { demoPeople, insertDemoPeople } from './demo-people.ts';
import { demoSocial, insertDemoSocial } from './demo-social.ts';
import { insertDemoSports } from './demo-sports.ts';
import { insertDemoTeams } from './demo-teams.ts';

/**
 * Fills an empty database with the demo company: 240 people in twelve teams, twelve sports, three challenges with their maps
 * and ten weeks of activities up to `now`. The same moment gives the same company. The two sign-ins get
 * `passwordHash`; nobody else can sign in.
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
