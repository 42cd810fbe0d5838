import { Temporal } from 'temporal-polyfill';
import type { Language } from '../contract/kit/fields.ts';
import type { Db } from '../server/db/db.ts';
import { sortName } from '../server/people/person.ts';
import { type DemoDays, momentOn } from './days.ts';
import type { DemoPerson } from './people.ts';
import { Random } from './random.ts';

/** The teams of the demo company, each with its language and its weight among the teams of that language. */
const demoTeams: { name: string; language: Language; share: number }[] = [
  { name: 'De Wandelgangen', language: 'nl', share: 4 },
  { name: 'Sole Mates', language: 'en', share: 5 },
  { name: 'De Kilometervreters', language: 'nl', share: 6 },
  { name: 'Les Mollets d’Acier', language: 'fr', share: 5 },
  { name: 'Boekhouding op Wieltjes', language: 'nl', share: 3 },
  { name: 'Vélo, Boulot, Dodo', language: 'fr', share: 4 },
  { name: 'Chain Reaction', language: 'en', share: 4 },
  { name: 'Trage Tijgers', language: 'nl', share: 3 },
  { name: 'Les Pieds Légers', language: 'fr', share: 3 },
  { name: 'Helpdesk in Beweging', language: 'nl', share: 4 },
  { name: 'Team Magazijn', language: 'nl', share: 2 },
  { name: 'Pause Café Express', language: 'fr', share: 2 },
];
/**
 * The teams of the two people who can sign in, by index: the participant is a member of the first team, the organiser
 * leads the second.
 */
const teamsOfSignIns = [0, 1];

interface DemoMembership {
  team: number;
  person: number;
  from: Temporal.PlainDate;
  until: Temporal.PlainDate | null;
  joinedAt: Temporal.Instant;
}

/**
 * Inserts twelve teams with their guest codes, and everybody who has been a member since the first challenge. Some
 * people have no team, and some have changed teams.
 */
export async function insertDemoTeams(
  tx: Db,
  people: DemoPerson[],
  personIds: number[],
  days: DemoDays,
): Promise<void> {
  const random = new Random(4);
  const memberships = demoMemberships(random, people, days);
  const captains = demoTeams.map((_, team) => captainOf(team, memberships));
  const teams = await tx
    .insertInto('teams')
    .values(
      demoTeams.map(({ name }, team) => ({
        uuid: random.uuid(),
        name,
        sort_name: sortName(name, ''),
        captain_id: personIds[captains[team]?.person as number] as number,
        created_at: captains[team]?.joinedAt.toString() as string,
      })),
    )
    .returning(['id', 'name', 'captain_id'])
    .execute();
  const teamIds = demoTeams.map(({ name }) => teams.find((team) => team.name === name)?.id as number);
  await tx
    .insertInto('team_memberships')
    .values(
      memberships.map(({ team, person, from, until, joinedAt }) => ({
        team_id: teamIds[team] as number,
        person_id: personIds[person] as number,
        from_day: from.toString(),
        until_day: until?.toString() ?? null,
        joined_at: joinedAt.toString(),
      })),
    )
    .execute();
  await insertCodes(tx, random, teamIds);
}

function demoMemberships(random: Random, people: DemoPerson[], days: DemoDays): DemoMembership[] {
  return people.flatMap((person, index): DemoMembership[] => {
    const teamOfSignIn = teamsOfSignIns[index];
    // A few people have no team.
    if (teamOfSignIn === undefined && random.chance(0.08)) return [];
    const team = teamOfSignIn ?? drawTeam(random, person);
    // The organiser is the first member of her team and therefore its captain; the participant is not the first in
    // hers.
    const daysBefore = [0, 3][index] ?? random.integer(1, 2);
    const opening = momentOn(days.previousStart.subtract({ days: daysBefore }), random.between(8, 20));
    const arrival = person.createdAt.add({ minutes: random.integer(2, 600) });
    const joinedAt = [opening, arrival, days.now].sort(Temporal.Instant.compare)[1] as Temporal.Instant;
    const first = { team, person: index, from: days.previousStart, until: null, joinedAt };
    const mayChange = teamOfSignIn === undefined && Temporal.Instant.compare(opening, arrival) > 0;
    if (!mayChange || !random.chance(0.06)) return [first];
    const until = days.currentStart.add({ days: random.integer(0, 20) });
    const from = until.add({ days: 1 });
    const next = (team + random.integer(1, demoTeams.length - 1)) % demoTeams.length;
    return [
      { ...first, until },
      { team: next, person: index, from, until: null, joinedAt: momentOn(from, random.between(8, 20)) },
    ];
  });
}

/** Picks a team, usually one that speaks the person's language; everybody can join English-speaking teams. */
function drawTeam(random: Random, { language }: DemoPerson): number {
  const drawn = demoTeams.flatMap((team, index) =>
    team.language === language || team.language === 'en' || random.chance(0.06)
      ? Array<number>(team.share).fill(index)
      : [],
  );
  return random.pick(drawn);
}

/** The captain of a team: the current member who joined first. */
function captainOf(team: number, memberships: DemoMembership[]): DemoMembership {
  const members = memberships.filter((one) => one.team === team && one.until === null);
  const [first] = members.sort((one, other) => Temporal.Instant.compare(one.joinedAt, other.joinedAt));
  if (!first) throw new Error(`no members in the team ${demoTeams[team]?.name}`);
  return first;
}

/** The characters in the teams' guest codes. */
const letterPool = [...'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'];

/**
 * Inserts one guest code per team, as when teams are created in the app. All captains signed up with the company's
 * code.
 */
async function insertCodes(tx: Db, random: Random, teamIds: number[]): Promise<void> {
  const company = await tx
    .selectFrom('guest_codes')
    .select('id')
    .where('team_id', 'is', null)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('guest_codes')
    .values(
      teamIds.map((team_id) => {
        const letters = Array.from({ length: 8 }, () => random.pick(letterPool)).join('');
        return {
          code: `${letters.slice(0, 4)}-${letters.slice(4)}`,
          normalised_code: letters,
          maximum_uses: null,
          team_id,
          parent_id: company.id,
        };
      }),
    )
    .execute();
}
