import * as z from 'zod/mini';
import { challengeStates } from '../challenges.ts';
import { calendarDate, iri, language, moment, notEmpty, requiredDate, requiredText } from '../kit/fields.ts';
import { operation } from '../kit/operation.ts';
import { collection, resource } from '../kit/resource.ts';

/** Rich text may hold pictures as data, as large as a body of the API can be. */
const richText = z._default(z.string().check(z.maxLength(500_000, 'value.tooLong')), '');

/** Fits on a card on a phone. */
const shortText = z._default(z.string().check(z.trim(), z.maxLength(500, 'value.tooLong')), '');

/** A challenge's texts in one language. */
export const ChallengeTexts = z.object({
  language,
  name: requiredText(100),
  description: richText,
  eyeCatcher: shortText,
  introduction: richText,
  /** What a kilometre is called in an abstraction challenge, such as «trees». */
  abstractionLabel: z._default(
    z.nullable(z.string().check(z.trim(), z.maxLength(50, 'value.tooLong'))),
    null,
  ),
});
export type ChallengeTexts = z.output<typeof ChallengeTexts>;

const amount = (maximum: number) =>
  z.number('number.invalid').check(z.gt(0, 'number.tooSmall'), z.lte(maximum, 'number.outOfRange'));

/** The zones that the platform's own calendar knows. */
const isTimeZone = (name: string) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};

const fields = {
  /** The challenge's name in addresses. */
  uri: z.string('value.required').check(
    z.trim(),
    notEmpty,
    z.maxLength(100, { error: 'value.tooLong', abort: true }),
    z.refine((uri) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(uri), 'uri.invalid'),
  ),
  type: z.enum(['distance', 'abstraction'], 'value.required'),
  /** How many of its label one kilometre is; only of an abstraction challenge. */
  abstractionConversion: z._default(z.nullable(amount(1_000_000)), null),
  /** The target; a hundred million kilometres is two thirds of the way to the sun. */
  kilometers: amount(100_000_000),
  /** First and last day, in the challenge's time zone. */
  startsOn: requiredDate,
  endsOn: requiredDate,
  timeZone: z._default(
    z.string().check(z.refine((name) => isTimeZone(name), 'timeZone.unknown')),
    'Europe/Brussels',
  ),
  /** Hours after the end in which late entries still count; a month at the most. */
  gracePeriodHours: z._default(
    z
      .number('number.invalid')
      .check(z.int('number.invalid'), z.gte(0, 'number.outOfRange'), z.lte(720, 'number.outOfRange')),
    72,
  ),
  progressMap: z._default(z.nullable(iri), null),
  translations: z.array(ChallengeTexts, 'value.required').check(z.minLength(1, 'translations.required')),
};

/** What belongs together: dates in order, the words of an abstraction, one text a language. */
const agree = z.superRefine<ChallengeFields>(({ startsOn, endsOn, type, ...given }, context) => {
  const complain = (path: (string | number)[], message: string) =>
    context.issues.push({ code: 'custom', path, message, input: given });
  if (endsOn < startsOn) complain(['endsOn'], 'dates.endBeforeStart');
  if (type === 'abstraction' && given.abstractionConversion === null)
    complain(['abstractionConversion'], 'value.required');
  given.translations.forEach(({ language: code, abstractionLabel }, index) => {
    if (type === 'abstraction' && !abstractionLabel)
      complain(['translations', index, 'abstractionLabel'], 'value.required');
    if (given.translations.findIndex((one) => one.language === code) < index)
      complain(['translations', index, 'language'], 'translations.twice');
  });
});

const shape = z.object(fields);
type ChallengeFields = z.output<typeof shape>;

/** A challenge as organisers write it. */
export const ChallengeEntry = shape.check(agree);
export type ChallengeEntry = z.output<typeof ChallengeEntry>;

/** A challenge as organisers see it. */
export const ManagedChallenge = resource('ManagedChallenge', {
  id: z.uuid(),
  uri: z.string(),
  /** The first of its names. */
  name: z.string(),
  type: z.enum(['distance', 'abstraction']),
  abstractionConversion: z.nullable(z.number()),
  kilometers: z.number(),
  startsOn: calendarDate,
  endsOn: calendarDate,
  timeZone: z.string(),
  gracePeriodHours: z.int(),
  progressMap: z.nullable(iri),
  translations: z.array(ChallengeTexts),
  state: z.enum(challengeStates),
  closesAt: moment,
  frozenAt: z.nullable(moment),
  archivedAt: z.nullable(moment),
  /** SHA-256 of the file of results, once there is one. */
  sha256: z.nullable(z.string()),
  activities: z.int(),
  /** Names of other challenges on some of the same days: allowed, and seldom meant. */
  overlaps: z.array(z.string()),
  version: z.string(),
});
export type ManagedChallenge = z.infer<typeof ManagedChallenge>;

/** What came of a word that takes a while: the task that does it. */
export const AskedTask = resource('AskedTask', { task: iri });

const path = '/platform/api/management/challenges';
const byId = z.object({ id: z.uuid() });
const answer = ManagedChallenge;

export const clone = operation({
  method: 'POST',
  path: `${path}/:id/clone`,
  summary: 'Makes the next challenge from this one: its texts, map, target and length, from a first day on.',
  access: 'organiser',
  params: byId,
  body: z.object({ uri: fields.uri, startsOn: requiredDate }),
  status: 201,
  answer,
});

export const archive = operation({
  method: 'POST',
  path: `${path}/:id/archive`,
  summary: 'Takes a challenge out of participants’ lists, or puts it back.',
  access: 'organiser',
  params: byId,
  body: z.object({ archived: z.boolean('value.required') }),
  answer,
});

export const freeze = operation({
  method: 'POST',
  path: `${path}/:id/freeze`,
  summary:
    'Lets the results of a challenge that is over stand for good, without waiting for the grace period to end.',
  access: 'organiser',
  params: byId,
  answer: AskedTask,
});

export const resultFile = operation({
  method: 'GET',
  path: `${path}/:id/results.json`,
  summary: 'The file of results that the hash is of; 404 until they are frozen.',
  access: 'organiser',
  params: byId,
});

export const resultArchive = operation({
  method: 'GET',
  path: `${path}/:id/results.zip`,
  summary: 'All boards as CSV with names, and the file of results; provisional boards until they are frozen.',
  access: 'organiser',
  params: byId,
});
