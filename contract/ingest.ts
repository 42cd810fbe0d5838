import * as z from 'zod/mini';
import { moment, numeric, requiredDate, requiredMoment, requiredText, wholeNumeric } from './kit/fields.ts';
import { operation } from './kit/operation.ts';
import { collection, resource } from './kit/resource.ts';

/**
 * The maximum number of workouts and of days in one call, which takes a few seconds. A longer history needs
 * several calls.
 */
export const mostItems = 1000;

/** The maximum length of external ids and names: more than any app uses, but short enough for an index. */
const longestName = 200;
/** The maximum length of a sport's name, which no service exceeds. */
const longestSport = 60;

/** The limits of an activity: 99:59:59, 999.99 km, and 200,000 steps, which are about 140 km on foot. */
const wholeUpTo = (most: number) =>
  wholeNumeric.check(
    z.int({ error: 'number.outOfRange', abort: true }),
    z.gte(0, 'number.outOfRange'),
    z.lte(most, 'number.outOfRange'),
  );
const seconds = wholeUpTo(359_999);
const metres = wholeUpTo(999_990);
const steps = wholeUpTo(200_000);
const kilometers = numeric.check(z.gte(0, 'kilometers.outOfRange'), z.lte(999.99, 'kilometers.outOfRange'));

/** A start or end with its UTC offset, which determines the local day. */
const startOrEnd = requiredMoment;

const shortText = z.string('value.invalid').check(z.trim(), z.maxLength(longestName, 'value.tooLong'));

/** A workout as an app reports it. Apps omit unknown values. */
export const SentWorkout = z
  .object({
    /** The app's id for the workout, for later updates. Without this id, start and sport identify the workout. */
    externalId: z.optional(shortText),
    /** The app's name for the sport. `running`, `cycling`, `walking`, `hiking` and `swimming` are always recognised. */
    sport: requiredText(longestSport),
    startedAt: startOrEnd,
    endedAt: z.optional(startOrEnd),
    /** The time from start to end, pauses included; an alternative to `endedAt`. */
    elapsedSeconds: z.optional(seconds),
    movingSeconds: z.optional(seconds),
    metres: z.optional(metres),
    kilometers: z.optional(kilometers),
    steps: z.optional(steps),
    name: z.optional(shortText),
    device: z.optional(shortText),
  })
  .check(
    z.refine(({ endedAt, elapsedSeconds }) => endedAt !== undefined || elapsedSeconds !== undefined, {
      path: ['elapsedSeconds'],
      error: 'value.required',
      // Runs this check even if other fields are invalid, but only on objects.
      when: ({ value }) => typeof value === 'object' && value !== null,
    }),
    z.refine(
      ({ startedAt, endedAt }) => endedAt === undefined || Date.parse(endedAt) >= Date.parse(startedAt),
      {
        path: ['endedAt'],
        error: 'moment.beforeStart',
      },
    ),
  );
export type SentWorkout = z.infer<typeof SentWorkout>;

/** The steps of a whole day, as counted by a phone. */
export const SentDay = z.object({ date: requiredDate, steps });
export type SentDay = z.infer<typeof SentDay>;

/**
 * A list whose items the server checks one by one, so that valid items are stored even if others are invalid.
 * The schema of an item is used only in the API description.
 */
const itemsOf = (item: z.ZodMiniType) =>
  z.array(z.union([item, z.unknown()]), 'value.invalid').check(z.maxLength(mostItems, 'ingest.tooMany'));

/** The data that an app sends: the documented fields, or the format of Health Auto Export or HC Webhook. */
export const Ingest = z
  .object({
    workouts: z.optional(itemsOf(SentWorkout)),
    days: z.optional(itemsOf(SentDay)),
    /** The format of Health Auto Export: `{ metrics, workouts }`. */
    data: z.optional(z.looseObject({}, 'value.invalid')),
    /** The format of HC Webhook. */
    exercise: z.optional(z.array(z.unknown(), 'value.invalid')),
    steps: z.optional(z.array(z.unknown(), 'value.invalid')),
    /** The «Test» button of HC Webhook sends made-up data. */
    test: z.optional(z.unknown()),
    timestamp: z.optional(z.unknown()),
  })
  .check(
    z.refine((sent) => Object.values(sent).some((part) => part !== undefined), {
      path: ['workouts'],
      error: 'value.required',
    }),
  );
export type Ingest = z.infer<typeof Ingest>;

/**
 * `known`: already stored, or adds nothing. `future`: the date has not begun in any time zone, so the item was not
 * stored. `refused`: the item is invalid and was not stored.
 */
const outcome = z.enum(['new', 'changed', 'known', 'future', 'refused']);

/** Why an item was refused: the path of each invalid value in the request, and what is wrong with it. */
const violations = z.optional(
  z.array(z.object({ propertyPath: z.string(), message: z.string(), code: z.string() })),
);

/**
 * The outcome of each item, as plain JSON for programs that do not use linked data. Refused items come last; their id
 * or date is null if it is missing.
 */
export const IngestReceipt = z.object({
  workouts: z.array(z.object({ externalId: z.nullable(z.string()), outcome, violations })),
  days: z.array(z.object({ date: z.nullable(z.string()), outcome, violations })),
});
export type IngestReceipt = z.infer<typeof IngestReceipt>;

export const ingest = operation({
  method: 'POST',
  path: '/platform/api/ingest',
  summary:
    'Imports workouts and daily steps from a person’s own app, item by item. Returns for each item whether it was stored or why not.',
  access: 'token',
  checksItems: true,
  body: Ingest,
  answer: IngestReceipt,
});

/** A token with which a person's own apps send workouts. */
export const PersonalToken = resource('PersonalToken', {
  uuid: z.uuid(),
  name: z.string(),
  createdAt: moment,
  lastUsedAt: z.nullable(moment),
  /** The token itself; returned only when the token is created. */
  token: z.optional(z.string()),
});
export type PersonalToken = z.infer<typeof PersonalToken>;

export const listTokens = operation({
  method: 'GET',
  path: '/platform/api/personal_tokens',
  summary: 'Lists the personal tokens of the signed-in person, newest first.',
  access: 'participant',
  answer: collection(PersonalToken, {}),
});

/** A new token's name, for example the app or device that uses the token. */
export const NewToken = z.object({ name: requiredText(60) });

export const createToken = operation({
  method: 'POST',
  path: '/platform/api/personal_tokens',
  summary: 'Creates a personal token. The token itself is returned only in this response.',
  access: 'participant',
  body: NewToken,
  status: 201,
  answer: PersonalToken,
});

export const revokeToken = operation({
  method: 'DELETE',
  path: '/platform/api/personal_tokens/:uuid',
  summary: 'Revokes one of your own personal tokens.',
  access: 'participant',
  params: z.object({ uuid: z.uuid() }),
  status: 204,
});
