import * as z from 'zod/mini';
import { calendarDate, iri } from '../kit/fields.ts';
import { operation } from '../kit/operation.ts';

/** A number of people, rounded down to a multiple of five; null for fewer than five. */
const people = z.nullable(z.int());

export const one = operation({
  method: 'GET',
  path: '/platform/api/management/statistics',
  summary:
    'Returns the statistics of one or all challenges for the employer: only groups of five or more people, up to the last full week.',
  access: 'organiser',
  query: z.object({
    /** By default the current one, else the next, else the previous. `all`: everything since the first one. */
    challenge: z.optional(z.union([z.literal('all'), iri])),
  }),
  answer: z.object({
    /** Null: all challenges, or there is none yet. */
    challenge: z.nullable(iri),
    /** The first counted day. */
    from: z.nullable(calendarDate),
    /** The Sunday until which everything is counted; null before the first one. */
    until: z.nullable(calendarDate),
    /** Smaller groups are not shown. */
    fewestPeople: z.int(),
    /** People who have activated their account. */
    registered: people,
    /** People who have logged an activity on these days. */
    participants: people,
    kilometers: z.nullable(z.number()),
    /** By week; the dates are Mondays. */
    weeks: z.array(z.object({ from: calendarDate, active: people, signUps: people })),
    /** Sports of at least five people, the most kilometres first. */
    sports: z.array(z.object({ sport: iri, label: z.string(), kilometers: z.number() })),
    /** All others together; null if there are none. */
    otherSports: z.nullable(z.number()),
    teams: z.array(z.object({ uuid: z.uuid(), name: z.string(), kilometers: z.number() })),
    /** All other teams, and people without a team, together. */
    otherTeams: z.nullable(z.number()),
  }),
});
