import { type RawBuilder, sql } from 'kysely';
import type { Config } from '../../../contract/configs.ts';
import { fewestDaysKept, mostDaysKept } from '../../../contract/kit/days-kept.ts';
import { defaultLanguage, type Language, languages } from '../../../contract/kit/fields.ts';
import type { Db } from '../../db/db.ts';
import type { Iris } from '../../kit/iris.ts';
import { notFound } from '../../kit/problem-error.ts';

const perLanguage = (...names: string[]) =>
  names.flatMap((name) => ['En', 'Fr', 'Nl'].map((language) => name + language));

/** The settings that everybody may read. All other settings stay on the server. */
const publicKeys = [
  'allowTeamCreation',
  'teamsEnabled',
  'likesEnabled',
  'commentsEnabled',
  'stravaApproved',
  'showToOthers',
  'teamRanking',
  'participantsModifier',
  'platformName',
  'headerMode',
  'logoDark',
  'logoLight',
  'headerPicture',
  'progressMapId',
  'defaultLanguage',
  'availableLanguages',
  'registrationMethod',
  'faqLibraryId',
  'providerLogo',
  'secondFactorRequired',
  'activitiesByReason',
  'newNameShown',
  'anonymiseAfterDays',
  ...perLanguage(
    'registerExtraTitle',
    'registerExtraText',
    'infoScreen',
    'dashboardInfoTitle',
    'dashboardInfoContent',
    'contactContent',
  ),
];

/**
 * Lists the public settings and other data that the app needs to start. Texts are returned unchanged; all other values
 * are JSON.
 */
export async function listConfigs(
  db: Db,
  iris: Iris,
  others: Record<string, unknown>,
): Promise<Omit<Config, '@context'>[]> {
  const rows = await db
    .selectFrom('configs')
    .selectAll()
    .where('key', 'in', publicKeys)
    .orderBy('key')
    .execute();
  const more = Object.entries(others).map(([key, value]) => ({ key, value }));
  return [...rows, ...more].map(({ key, value }) => ({
    '@id': iris.of(`/platform/api/configs/${key}`),
    '@type': 'Config',
    id: key,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }));
}

/** SQL query for the offered languages: those in the settings, or all languages if none are set. */
export const offeredLanguages = sql<{ language: Language }>`
  select language from unnest(${[...languages]}::text[]) as language
  where not exists (select from configs where key = 'availableLanguages') or exists (
    select from configs, jsonb_array_elements(value) one
    where key = 'availableLanguages' and one ->> 'code' = language
  )`;

/** The features that organisers can switch on. All are off by default. */
export type Feature =
  | 'teamsEnabled'
  | 'allowTeamCreation'
  | 'likesEnabled'
  | 'commentsEnabled'
  | 'stravaApproved';

/** Throws 404 unless all of the given features are switched on. */
export async function mustBeOn(db: Db, ...features: Feature[]): Promise<void> {
  const rows = await db
    .selectFrom('configs')
    .select('key')
    .where('key', 'in', features)
    .where('value', '=', 'true')
    .execute();
  if (rows.length < features.length) throw notFound();
}

/** Returns whether a feature is switched on. */
export async function isFeatureOn(db: Db, feature: Feature): Promise<boolean> {
  return (await readConfig(db, feature)) === true;
}

/** How people can sign in: with email address and password, with identity providers, or both. */
type RegistrationMethod = 'form' | 'formAndProviders' | 'providers';

/** The sign-in method that each setting excludes. */
const closedSignInMethods: Record<RegistrationMethod, 'password' | 'provider' | undefined> = {
  form: 'provider',
  formAndProviders: undefined,
  providers: 'password',
};

/** Returns whether people can sign in with this method. By default, only passwords are allowed. */
export async function isSignInMethodAllowed(db: Db, method: 'password' | 'provider'): Promise<boolean> {
  const set = await readConfig(db, 'registrationMethod');
  const registration = set === 'formAndProviders' || set === 'providers' ? set : 'form';
  return closedSignInMethods[registration] !== method;
}

/** Throws 404 unless people can sign in with this method. */
export async function mustAllowSignInMethod(db: Db, method: 'password' | 'provider'): Promise<void> {
  if (!(await isSignInMethodAllowed(db, method))) throw notFound();
}

/** Returns an SQL condition that is true if a feature is switched on. */
export const isOn = (feature: Feature) =>
  sql<boolean>`exists (select from configs where key = ${feature} and value = 'true')`;

/**
 * Returns an SQL expression for what others see of an activity from a source: `full`, `score_only` (only its counted
 * kilometres) or `none`. The setting `showToOthers` has a value for each service. By default, Strava's activities are
 * `score_only`, because it is unclear whether Strava's policy of June 2026 permits more.
 */
export const shownToOthers = (source: RawBuilder<unknown>) =>
  sql<'full' | 'score_only' | 'none'>`coalesce(
    (select value ->> ${source} from configs where key = 'showToOthers'),
    case ${source} when 'Strava' then 'score_only' else 'full' end
  )`;

/**
 * Like `shownToOthers`, but for employer-blind mode, where the service of an activity is unknown. If the activities of
 * any service are hidden, all received activities are hidden, and others never see more than the counted kilometres.
 */
export const shownToOthersWithoutSource = (source: RawBuilder<unknown>) =>
  sql<'score_only' | 'none'>`case when ${source} <> 'manual' and exists (
    select from configs cross join lateral jsonb_each_text(value) as shown (service, setting)
    where configs.key = 'showToOthers' and setting = 'none'
  ) then 'none' else 'score_only' end`;

/** Returns whether the activities from at least one source are shown to their owners only. */
export const areSourcesHidden = async (db: Db): Promise<boolean> =>
  Object.values(((await readConfig(db, 'showToOthers')) as object | undefined) ?? {}).includes('none');

/** Returns whether teams are ranked by their members' average kilometres rather than by the sum. */
export async function isTeamRankingAverage(db: Db): Promise<boolean> {
  return (await readConfig(db, 'teamRanking')) === 'average';
}

/** Returns whether a new account must be activated by a mailed link. */
export async function mustVerifyEmail(db: Db): Promise<boolean> {
  return (await readConfig(db, 'emailVerification')) === 'required';
}

/** Returns whether organisers, moderators and analysts must use two-factor authentication. */
export async function isSecondFactorDemanded(db: Db): Promise<boolean> {
  return (await readConfig(db, 'secondFactorRequired')) === true;
}

/** Returns how others see the names of people who have not chosen yet. */
export async function newNameShown(db: Db): Promise<'full' | 'none'> {
  return (await readConfig(db, 'newNameShown')) === 'none' ? 'none' : 'full';
}

/** SQL condition that is true if organisers must give a reason to see people's activities. */
export const areActivitiesByReason = sql<boolean>`exists (
  select from configs where key = 'activitiesByReason' and value = 'true'
)`;

/**
 * Returns how many days after their last challenge participants are anonymised, or undefined if they never
 * are.
 */
export const anonymisationDays = (db: Db) => daysKept(db, 'anonymiseAfterDays');

/**
 * Returns after how many days an account that was never activated is deleted, or undefined if such accounts
 * are kept.
 */
export const daysForInvited = (db: Db) => daysKept(db, 'removeInvitedAfterDays');

async function daysKept(
  db: Db,
  key: 'anonymiseAfterDays' | 'removeInvitedAfterDays',
): Promise<number | undefined> {
  const days = Number(await readConfig(db, key));
  return Number.isInteger(days) && days >= fewestDaysKept && days <= mostDaysKept ? days : undefined;
}

const labels: Record<Language, string> = { en: 'English', fr: 'Français', nl: 'Nederlands' };

/** Returns a language as an option, with its code and its name in that language. */
export const labelled = (code: Language) => ({ code, label: labels[code] });

/** Returns the languages that people can choose. By default, these are all languages. */
export async function availableLanguages(db: Db): Promise<{ code: Language; label: string }[]> {
  const set = await readConfig(db, 'availableLanguages');
  if (Array.isArray(set)) return set;
  return languages.map(labelled);
}

/**
 * Returns the initial language: the chosen language if available, otherwise the default language, otherwise the first
 * available language.
 */
export async function startLanguage(db: Db, chosen: string | undefined): Promise<Language> {
  const [available, set] = await Promise.all([availableLanguages(db), readConfig(db, 'defaultLanguage')]);
  const codes = available.map(({ code }) => code);
  return (
    [chosen, set, defaultLanguage].map((one) => codes.find((code) => code === one)).find(Boolean) ??
    codes[0] ??
    defaultLanguage
  );
}

/** Returns whether visitors who have not chosen a language see the app in the language that their browser prefers. */
export async function isBrowserLanguageShown(db: Db): Promise<boolean> {
  return (await readConfig(db, 'visitorLanguage')) === 'browser';
}

/**
 * Returns the language of a response: the language in the URL or, if that is not available, the default language.
 * Without a language in the URL, returns the request's language.
 */
export const answerLanguage = async (
  db: Db,
  language: Language,
  named: string | undefined,
): Promise<Language> => (named === undefined ? language : startLanguage(db, named));

/** Returns the value of a setting, or undefined if it is not set. */
export async function readConfig(db: Db, key: string): Promise<unknown> {
  const row = await db.selectFrom('configs').select('value').where('key', '=', key).executeTakeFirst();
  return row?.value;
}
