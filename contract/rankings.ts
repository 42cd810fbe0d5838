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
  /** Values that display equally share a rank: 1, 2, 2, 4. */
  rank: z.int(),
});
export type RankingEntry = z.infer<typeof RankingEntry>;

/** One row of a board of teams. */
export const TeamRankingEntry = resource('TeamRankingEntry', {
  performer: TeamReference,
  /** The sum or the average per member, by the platform's settings. */
  kilometers: z.number(),
  rank: z.int(),
});
export type TeamRankingEntry = z.infer<typeof TeamRankingEntry>;

const board = {
  periodType: z.enum(periodTypes, 'periodType.unknown'),
  /** The overall board if omitted. */
  sport: z.optional(z.enum(sportTypes, 'sport.unknown')),
  /** 0 is the current week or month, -1 the previous one. 520 weeks are ten years. */
  periodModifier: z._default(wholeNumber(-520, 520), 0),
  /** The challenge, if `periodType` is `challenge`; by default the current one. */
  challenge: z.optional(iri),
  /** 2,000 is the longest board that the specification shows. */
  limit: z._default(wholeNumber(1, 2000), 20),
};

const period = {
  /** First and last day of the period; null for all time. */
  periodStartsAt: z.nullable(calendarDate),
  periodEndsAt: z.nullable(calendarDate),
};

export const list = operation({
  method: 'GET',
  path: '/platform/api/stats_activities',
  summary:
    'Returns the leaderboard of a period: people by kilometres, `limit` per page. `q` filters by displayed name.',
  access: 'participant',
  query: z.object({
    ...board,
    /** Returns this person's row only, whatever its rank. */
    person: z.optional(iri),
    /** Words that the displayed name must all contain, ignoring case and accents. */
    q: z.optional(z.string().check(z.maxLength(200, 'value.tooLong'))),
    /** The page of `limit` people; `hydra:next` is the next one. */
    page: z._default(wholeNumber(1, 1000), 1),
  }),
  answer: collection(RankingEntry, {
    ...period,
    /** With `person`: the row of the next better place; null for the first place, and without `person`. */
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
    /** Returns this team's row only, whatever its rank. */
    team: z.optional(iri),
  }),
  answer: collection(TeamRankingEntry, {
    ...period,
    /** With `team`: the row of the next better place; null for the first place, and without `team`. */
    ahead: z.nullable(TeamRankingEntry),
  }),
});
