import * as z from 'zod/mini';
import { Activity, sources } from './activities.ts';
import { calendarDate, iri, moment } from './kit/fields.ts';
import { operation } from './kit/operation.ts';
import { collection, resource } from './kit/resource.ts';
import { SportReference } from './sports.ts';

/** What one source reports about a workout. Only the workout's owner sees it. */
export const WorkoutRecord = resource('WorkoutRecord', {
  uuid: z.uuid(),
  source: z.enum(sources),
  sport: SportReference,
  performedAt: calendarDate,
  /** The start; null for a typed entry or the steps of a whole day. */
  startedAt: z.nullable(moment),
  /** The time from start to end. */
  time: z.nullable(z.string()),
  kilometers: z.nullable(z.number()),
  steps: z.nullable(z.int()),
  name: z.nullable(z.string()),
  device: z.nullable(z.string()),
  /** Whether this is the counting record of its activity. */
  counting: z.boolean(),
});
export type WorkoutRecord = z.infer<typeof WorkoutRecord>;

const oneActivity = z.object({ uuid: z.uuid() });
const oneRecord = z.object({ uuid: z.uuid() });

export const records = operation({
  method: 'GET',
  path: '/platform/api/activities/:uuid/records',
  summary: 'Lists the source records of your own activity, the counting record first.',
  access: 'participant',
  params: oneActivity,
  answer: collection(WorkoutRecord, {}),
});

export const choose = operation({
  method: 'PUT',
  path: '/platform/api/activities/:uuid/counting_record',
  summary: 'Chooses which source record of your own activity counts.',
  access: 'participant',
  params: oneActivity,
  body: z.object({ record: z.uuid('value.required') }),
  answer: Activity,
});

export const setCounts = operation({
  method: 'PUT',
  path: '/platform/api/activities/:uuid/counts',
  summary: 'Sets whether your own activity counts.',
  access: 'participant',
  params: oneActivity,
  body: z.object({ counts: z.boolean('value.required') }),
  answer: Activity,
});

export const separate = operation({
  method: 'POST',
  path: '/platform/api/workout_records/:uuid/separate',
  summary: 'Gives a source record its own activity, because the record is a different workout.',
  access: 'participant',
  params: oneRecord,
  status: 204,
});

/** Two records of one person that may be the same workout. */
export const WorkoutQuestion = resource('WorkoutQuestion', {
  uuid: z.uuid(),
  /** The record of the workout that waits for an answer. */
  one: WorkoutRecord,
  /** The record of the workout that counts. */
  other: WorkoutRecord,
  /** The activities that contain the two records, in this order. */
  activities: z.array(iri),
});
export type WorkoutQuestion = z.infer<typeof WorkoutQuestion>;

export const questions = operation({
  method: 'GET',
  path: '/platform/api/workout_questions',
  summary: 'Lists pairs of your own records that may be the same workout.',
  access: 'participant',
  answer: collection(WorkoutQuestion, {}),
});

export const answer = operation({
  method: 'POST',
  path: '/platform/api/workout_questions/:uuid',
  summary: 'Stores your answer to whether two of your own records are the same workout.',
  access: 'participant',
  params: z.object({ uuid: z.uuid() }),
  body: z.object({ isSame: z.boolean('value.required') }),
  status: 204,
});
