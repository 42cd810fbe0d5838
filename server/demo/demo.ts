import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../db/db.ts';
import { rebuildStandings } from '../rankings/rebuild.ts';
import { demoActivities, insertDemoActivities } from './demo-activities.ts';
import { insertDemoChallenges } from './demo-challenges.ts';
import { insertDemoConfigs } from './demo-configs.ts';
import { demoDays } from './demo-days.ts';
import { demoPeople, insertDemoPeople } from './demo-people.ts';
import { insertDemoSports } from './demo-sports.ts';

/**
 * Fills an empty database with the demo company: 240 people, twelve sports, three challenges with their maps
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
    const sportIds = await insertDemoSports(tx);
    const { progressMapId } = await insertDemoChallenges(tx, days);
    await insertDemoConfigs(tx, progressMapId);
    await insertDemoActivities(tx, activities, personIds, sportIds);
  });
  await rebuildStandings(db, now, { includingClosed: true });
}
