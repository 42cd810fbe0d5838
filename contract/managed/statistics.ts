import * as z from 'zod/mini';
import { calendarDate, iri } from '../kit/fields.ts';
import { operation } from '../kit/operation.ts';

/** A number of people, rounded down to a multiple of five; null for fewer than five people. */
const people = z.nullable(z.int());

export const one = operation({
  method: 'GET',
  path: '/platform/api/management/statistics',
  summary:
    'Returns the employer’s statistics about one or all challenges, for organisers and analysts. They end with the last full week and cover only groups of at least five people.',
  access: 'analyst',
  query: z.object({
    /**
     * A challenge; by default the current one, or else the next, or else the previous. `all`: everything since the
     * first one.
     */
    challenge: z.optional(z.union([z.literal('all'), iri])),
  }),
  answer: z.object({
    /** The challenge; null for all challenges, or if there is no challenge yet. */
    challenge: z.nullable(iri),
    /** The first counted day. */
    from: z.nullable(calendarDate),
    /** The last Sunday that the statistics cover; null before the first Sunday. */
    until: z.nullable(calendarDate),
    /** The smallest number of people in a group; the statistics omit smaller groups. */
    fewestPeople: z.int(),
    /** The number of people who have activated their account. */
    registered: people,
    /** The number of people with an activity on these days. */
    participants: people,
    kilometers: z.nullable(z.number()),
    /** The numbers for each week; the dates are Mondays. */
    weeks: z.array(z.object({ from: calendarDate, active: people, signUps: people })),
    /** The sports that at least five people have logged, with the most kilometres first. */
    sports: z.array(z.object({ sport: iri, label: z.string(), kilometers: z.number() })),
    /** The kilometres of all other sports; null if there are no other sports. */
    otherSports: z.nullable(z.number()),
    teams: z.array(z.object({ uuid: z.uuid(), name: z.string(), kilometers: z.number() })),
    /** The kilometres of all other teams and of people without a team. */
    otherTeams: z.nullable(z.number()),
    /** The departments and locations in which people work now; empty if they are not known. */
    departments: z.array(z.object({ name: z.string(), kilometers: z.number() })),
    /** The kilometres of all other departments and of people without one. */
    otherDepartments: z.nullable(z.number()),
    locations: z.array(z.object({ name: z.string(), kilometers: z.number() })),
    otherLocations: z.nullable(z.number()),
  }),
});
