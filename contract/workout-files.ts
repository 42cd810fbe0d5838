import * as z from 'zod/mini';
import { sources } from './activities.ts';
import { calendarDate, iri, moment } from './kit/fields.ts';
import { operation } from './kit/operation.ts';
import { resource } from './kit/resource.ts';
import { SportReference } from './sports.ts';

/** A workout in a file, and what saving it makes of it. */
const WorkoutOfFile = z.object({
  /** Identifies it in `only`; the same workout has the same id, however its file is packed. */
  id: z.string(),
  state: z.enum(['new', 'known', 'saved']),
  performedAt: calendarDate,
  startedAt: moment,
  name: z.nullable(z.string()),
  device: z.nullable(z.string()),
  /** Null: the file does not say, so it must be chosen. */
  sport: z.nullable(SportReference),
  kilometers: z.nullable(z.number()),
  /** From start to end, pauses included; `hh:mm:ss`, like all times. */
  elapsedTime: z.string(),
  movingTime: z.nullable(z.string()),
  /** Kilometres that it counts, before an abstraction challenge converts them; null without a sport. */
  challengeKms: z.nullable(z.number()),
  /** Other sources of the same workout: together they count once. */
  sameAs: z.array(z.enum(sources)),
});
export type WorkoutOfFile = z.infer<typeof WorkoutOfFile>;

export const WorkoutFile = resource('WorkoutFile', {
  name: z.string(),
  workouts: z.array(WorkoutOfFile),
  /** The files in an archive that cannot be used; `code` is the key of the reason's text. */
  refused: z.array(z.object({ name: z.string(), code: z.string() })),
});
export type WorkoutFile = z.infer<typeof WorkoutFile>;

/** In bytes, 20 MB: more than a recording with a point per second for a hundred hours, in every format. */
export const largestFile = 20 * 1024 * 1024;

/** This many ids fit into an address that every proxy accepts, which is 8 kB. */
export const mostIds = 300;

/** Workouts by their ids. */
const ids = z.string().check(
  z.regex(/^[\w-]{16}(,[\w-]{16})*$/, 'value.invalid'),
  z.refine((text) => text.split(',').length <= mostIds, 'value.invalid'),
);

export const receive = operation({
  method: 'POST',
  path: '/platform/api/workout_files',
  summary:
    'Reads a FIT, GPX or TCX file, or a gzip or zip archive of them, and previews or imports its workouts. The file is not stored.',
  access: 'participant',
  query: z.object({
    save: z._default(z.enum(['true', 'false'], 'value.invalid'), 'false'),
    /** The workouts to save, separated by commas; all by default. */
    only: z.optional(ids),
    /** The sport for workouts whose file names none. */
    sport: z.optional(iri),
  }),
  file: true,
  answer: WorkoutFile,
});
