import { type RawBuilder, sql } from 'kysely';
import type { Config } from '../../../contract/configs.ts';
import { fewestDaysKept, mostDaysKept } from '../../../contract/kit/days-kept.ts';
import { defaultLanguage, type Language, languages } from '../../../contract/kit/fields.ts';
import type { Db } from '../../db/db.ts';
import type { Iris } from '../../kit/iris.ts';
import { notFound } from '../../kit/problem-error.ts';

const perLanguage = (...names: string[]) =>
  names.flatMap((name) => ['En', 'Fr', 'Nl'].map((language) => name + language));

/** The keys that everybody may read; a key that is not here stays on the server. */
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

/** The public settings, and what else the app begins with; texts as they are, everything else as JSON. */
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

/** The languages that people are offered: those of the settings, all of them until these are written. */
export const offeredLanguages = sql<{ language: Language }>`
  select language from unnest(${[...languages]}::text[]) as language
  where not exists (select from configs where key = 'availableLanguages') or exists (
    select from configs, jsonb_array_elements(value) one
    where key = 'availableLanguages' and one ->> 'code' = language
  )`;

/** What organisers may switch on; off until they do. */
export type Feature =
  | 'teamsEnabled'
  | 'allowTeamCreation'
  | 'likesEnabled'
  | 'commentsEnabled'
  | 'stravaApproved';

/** Throws 404 unless all of these are switched on. */
export async function mustBeOn(db: Db, ...features: Feature[]): Promise<void> {
  const rows = await db
    .selectFrom('configs')
    .select('key')
    .where('key', 'in', features)
    .where('value', '=', 'true')
    .execute();
  if (rows.length < features.length) throw notFound();
}

/** Whether a feature is switched on. */
export async function isFeatureOn(db: Db, feature: Feature): Promise<boolean> {
  return (await readConfig(db, feature)) === true;
}

/** How people come in: by address and password, by accounts of other services, or by either. */
type RegistrationMethod = 'form' | 'formAndProviders' | 'providers';

/** The ways to come in that a method does not offer. */
const waysClosed: Record<RegistrationMethod, 'password' | 'provider' | undefined> = {
  form: 'provider',
  formAndProviders: undefined,
  providers: 'password',
};

/** Whether people come in this way; by password unless it is set. */
export async function isSignInMethodAllowed(db: Db, way: 'password' | 'provider'): Promise<boolean> {
  const set = await readConfig(db, 'registrationMethod');
  const method = set === 'formAndProviders' || set === 'providers' ? set : 'form';
  return waysClosed[method] !== way;
}

/** Throws 404 unless people come in this way. */
export async function mustAllowSignInMethod(db: Db, way: 'password' | 'provider'): Promise<void> {
  if (!(await isSignInMethodAllowed(db, way))) throw notFound();
}

/** Whether a feature is on, as a part of a query. */
export const isOn = (feature: Feature) =>
  sql<boolean>`exists (select from configs where key = ${feature} and value = 'true')`;

/**
 * What others see of an activity from this source, as a part of a query: `full`, `score_only` (what it counts) or
 * `none`. `showToOthers` says so for each service; unless it does, Strava's are seen with their score only, as
 * its policy of June 2026 leaves open whether more may be.
 */
export const shownToOthers = (source: RawBuilder<unknown>) =>
  sql<'full' | 'score_only' | 'none'>`coalesce(
    (select value ->> ${source} from configs where key = 'showToOthers'),
    case ${source} when 'Strava' then 'score_only' else 'full' end
  )`;

/** Whether teams are ranked by their average member rather than by their sum. */
export async function isTeamRankingAverage(db: Db): Promise<boolean> {
  return (await readConfig(db, 'teamRanking')) === 'average';
}

/** Whether a new account waits until a link that was mailed to its address has been followed. */
export async function mustVerifyEmail(db: Db): Promise<boolean> {
  return (await readConfig(db, 'emailVerification')) === 'required';
}

/** Whether organisers and moderators have to sign in with a code of an app as well. */
export async function isSecondFactorDemanded(db: Db): Promise<boolean> {
  return (await readConfig(db, 'secondFactorRequired')) === true;
}

/** How many days after the end of their last challenge participants become anonymous; never, unless it is set. */
export async function anonymisationDays(db: Db): Promise<number | undefined> {
  const days = Number(await readConfig(db, 'anonymiseAfterDays'));
  return Number.isInteger(days) && days >= fewestDaysKept && days <= mostDaysKept ? days : undefined;
}

const labels: Record<Language, string> = { en: 'English', fr: 'Français', nl: 'Nederlands' };

/** A language as people choose it: its code, and its name in itself. */
export const labelled = (code: Language) => ({ code, label: labels[code] });

/** The languages that people may choose; all that there are, unless fewer are set. */
export async function availableLanguages(db: Db): Promise<{ code: Language; label: string }[]> {
  const set = await readConfig(db, 'availableLanguages');
  if (Array.isArray(set)) return set;
  return languages.map(labelled);
}

/**
 * The language to begin in: the chosen one where people may choose it, else the default that is set, else
 * the first of those that there are.
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

/** Whether visitors who have not chosen a language see the one that their browser asks for. */
export async function isBrowserLanguageShown(db: Db): Promise<boolean> {
  return (await readConfig(db, 'visitorLanguage')) === 'browser';
}

/** The language to answer in: that of the request, or the available one where its address names another. */
export const answerLanguage = async (
  db: Db,
  language: Language,
  named: string | undefined,
): Promise<Language> => (named === undefined ? language : startLanguage(db, named));

/** What a key is set to, or nothing. */
export async function readConfig(db: Db, key: string): Promise<unknown> {
  const row = await db.selectFrom('configs').select('value').where('key', '=', key).executeTakeFirst();
  return row?.value;
}
