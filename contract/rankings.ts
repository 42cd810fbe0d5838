import * as z from 'zod/mini';
import { calendarDate, iri, wholeNumber } from './kit/fields.ts';
import { operation } from './kit/operation.ts';
import { collection, resource } from './kit/resource.ts';
import { PersonReference } from './people.ts';
import { sportTypes } from './sports.ts';
import { TeamReference } from './teams.ts';

export const periodTypes = ['week', 'month', 'all', 'challenge'] as const;
export type PeriodType = (typeof periodTypes)[number];

/** One row of a board. */
export const RankingEntry = resource('RankingEntry', {
  performer: PersonReference,
  kilometers: z.number(),
  /** Rows that show the same value have the same rank: 1, 2, 2, 4. */
  rank: z.int(),
});
export type RankingEntry = z.infer<typeof RankingEntry>;

/** One row of a board of teams. */
export const TeamRankingEntry = resource('TeamRankingEntry', {
  performer: TeamReference,
  /** The team's total or the average per member, depending on the platform's settings. */
  kilometers: z.number(),
  rank: z.int(),
});
export type TeamRankingEntry = z.infer<typeof TeamRankingEntry>;

const board = {
  periodType: z.enum(periodTypes, 'periodType.unknown'),
  /** The sport of the board; if omitted, the overall board. */
  sport: z.optional(z.enum(sportTypes, 'sport.unknown')),
  /** Which week or month: 0 is the current one, -1 the previous one. The limit of 520 weeks is ten years. */
  periodModifier: z._default(wholeNumber(-520, 520), 0),
  /** The challenge, if `periodType` is `challenge`; by default the current challenge. */
  challenge: z.optional(iri),
  /**
   * The number of rows per page. The limit of 2,000 is the length of the longest board in the specification.
   */
  limit: z._default(wholeNumber(1, 2000), 20),
};

const period = {
  /** The first and last day of the period; null for all time. */
  periodStartsAt: z.nullable(calendarDate),
  periodEndsAt: z.nullable(calendarDate),
};

export const list = operation({
  method: 'GET',
  path: '/platform/api/stats_activities',
  summary:
    'Returns the leaderboard of people for a period, with `limit` rows per page. `q` filters by displayed name.',
  access: 'participant',
  query: z.object({
    ...board,
    /** If set, the board contains only the row of this person, whichever page it is on. */
    person: z.optional(iri),
    /** Words to search for: the displayed name must contain all of them. Case and accents are ignored. */
    q: z.optional(z.string().check(z.maxLength(200, 'value.tooLong'))),
    /** The page, with `limit` people each; `hydra:next` links to the next page. */
    page: z._default(wholeNumber(1, 1000), 1),
  }),
  answer: collection(RankingEntry, {
    ...period,
    /** The row ahead of the given `person`; null for the first place, or without `person`. */
    ahead: z.nullable(RankingEntry),
  }),
});

export const listTeams = operation({
  method: 'GET',
  path: '/platform/api/team_stats_activities',
  summary: 'Returns the leaderboard of teams for a period.',
  access: 'participant',
  query: z.object({
    ...board,
    /** If set, the board contains only the row of this team, even if it is beyond the limit. */
    team: z.optional(iri),
  }),
  answer: collection(TeamRankingEntry, {
    ...period,
    /** The row ahead of the given `team`; null for the first place, or without `team`. */
    ahead: z.nullable(TeamRankingEntry),
  }),
});
