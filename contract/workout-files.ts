import * as z from 'zod/mini';
import { sources } from './activities.ts';
import { calendarDate, iri, moment } from './kit/fields.ts';
import { operation } from './kit/operation.ts';
import { resource } from './kit/resource.ts';
import { SportReference } from './sports.ts';

/** A workout in a file, and what saving it makes of it. */
const WorkoutOfFile = z.object({
  /** Names it in `only`; the same for the same workout, however its file is packed. */
  id: z.string(),
  state: z.enum(['new', 'known', 'saved']),
  performedAt: calendarDate,
  startedAt: moment,
  name: z.nullable(z.string()),
  device: z.nullable(z.string()),
  /** None: the file does not say, and it has to be chosen. */
  sport: z.nullable(SportReference),
  kilometers: z.nullable(z.number()),
  /** From start to end, pauses included; `hh:mm:ss`, as all times. */
  elapsedTime: z.string(),
  movingTime: z.nullable(z.string()),
  /** Kilometres that it counts, before an abstraction challenge converts them; none without a sport. */
  challengeKms: z.nullable(z.number()),
  /** Where else the same workout has come from: it counts once with those. */
  sameAs: z.array(z.enum(sources)),
});
export type WorkoutOfFile = z.infer<typeof WorkoutOfFile>;

export const WorkoutFile = resource('WorkoutFile', {
  name: z.string(),
  workouts: z.array(WorkoutOfFile),
  /** Of an archive, the files in it that cannot be used; `code` is the key of the sentence that says why. */
  refused: z.array(z.object({ name: z.string(), code: z.string() })),
});
export type WorkoutFile = z.infer<typeof WorkoutFile>;

/** 20 MB: a recording every second for a hundred hours has less, in every format. In bytes. */
export const largestFile = 20 * 1024 * 1024;

/** As many ids fit into an address that every proxy lets through, which is 8 kB. */
export const mostIds = 300;

/** Names workouts by their ids. */
const ids = z.string().check(
  z.regex(/^[\w-]{16}(,[\w-]{16})*$/, 'value.invalid'),
  z.refine((text) => text.split(',').length <= mostIds, 'value.invalid'),
);

export const receive = operation({
  method: 'POST',
  path: '/platform/api/workout_files',
  summary:
    'Reads a FIT, GPX or TCX file, or a gzip or zip archive of such: says what is in it, or saves that. The file is not kept.',
  access: 'participant',
  query: z.object({
    save: z._default(z.enum(['true', 'false'], 'value.invalid'), 'false'),
    /** The workouts to save, where not all; separated by commas. */
    only: z.optional(ids),
    /** The sport of the workouts whose file does not say one. */
    sport: z.optional(iri),
  }),
  file: true,
  answer: WorkoutFile,
});
