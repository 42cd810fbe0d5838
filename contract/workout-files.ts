import * as z from 'zod/mini';
import { sources } from './activities.ts';
import { calendarDate, iri, moment } from './kit/fields.ts';
import { operation } from './kit/operation.ts';
import { resource } from './kit/resource.ts';
import { SportReference } from './sports.ts';

/** A workout in a file, and the result of saving it. */
const WorkoutOfFile = z.object({
  /**
   * Identifies the workout in the parameter `only`. A workout has the same id whether or not its file is in an archive.
   */
  id: z.string(),
  state: z.enum(['new', 'known', 'saved']),
  performedAt: calendarDate,
  startedAt: moment,
  name: z.nullable(z.string()),
  device: z.nullable(z.string()),
  /** The sport; null if the file does not name a sport, so that the person must choose one. */
  sport: z.nullable(SportReference),
  kilometers: z.nullable(z.number()),
  /** The time from start to end, pauses included, as `hh:mm:ss`. */
  elapsedTime: z.string(),
  movingTime: z.nullable(z.string()),
  /** The counted kilometres, before an abstraction challenge converts them; null without a sport. */
  challengeKms: z.nullable(z.number()),
  /** Whether the end of the file is missing. If so, the workout contains only what could be read. */
  isCutOff: z.boolean(),
  /**
   * Whether the recording looks like a ride in a car or train. If it is saved, it does not count until organisers have
   * accepted it.
   */
  isMotorSpeed: z.boolean(),
  /**
   * Whether an earlier workout in the same file or archive is a recording of this workout. The workout then
   * counts only once.
   */
  isRepeated: z.boolean(),
  /**
   * Other sources that have reported the same workout, certainly or possibly; the workout counts only once.
   */
  sameAs: z.array(z.enum(sources)),
});
export type WorkoutOfFile = z.infer<typeof WorkoutOfFile>;

export const WorkoutFile = resource('WorkoutFile', {
  name: z.string(),
  workouts: z.array(WorkoutOfFile),
  /** The files in an archive that cannot be imported; `code` is the key of the text with the reason. */
  refused: z.array(z.object({ name: z.string(), code: z.string() })),
});
export type WorkoutFile = z.infer<typeof WorkoutFile>;

/** In bytes: 20 MB hold a hundred hours with one point per second, in every format. */
export const largestFile = 20 * 1024 * 1024;

/** This many ids fit into a URL of 8 kB, which every proxy accepts. */
export const mostIds = 300;

/** Ids of workouts, separated by commas. */
const ids = z.string().check(
  z.regex(/^[\w-]{16}(,[\w-]{16})*$/, 'value.invalid'),
  z.refine((text) => text.split(',').length <= mostIds, 'value.invalid'),
);

export const receive = operation({
  method: 'POST',
  path: '/platform/api/workout_files',
  summary:
    'Previews or imports the workouts in a FIT, GPX or TCX file, or in a gzip or zip archive of these files. The file is not stored.',
  access: 'participant',
  query: z.object({
    save: z._default(z.enum(['true', 'false'], 'value.invalid'), 'false'),
    /** The ids of the workouts to save, separated by commas; by default all workouts. */
    only: z.optional(ids),
    /** The sport for workouts whose file does not name one. */
    sport: z.optional(iri),
  }),
  file: true,
  answer: WorkoutFile,
});
