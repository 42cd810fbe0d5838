import { queryOptions, useQuery } from '@tanstack/react-query';
import * as configs from '../../contract/configs.ts';
import type { Platform } from '../../contract/couplings.ts';
import { fewestDaysKept, mostDaysKept } from '../../contract/kit/days-kept.ts';
import { type Language, languages } from '../../contract/kit/fields.ts';
import { call } from '../kit/call.ts';
import { participantsOf } from './participants.ts';

/** The settings as the app uses them. Settings that are missing or fail to load get their default values. */
export interface Settings {
  teamsEnabled: boolean;
  allowTeamCreation: boolean;
  /** Whether teams are ranked by the average per member instead of their total. */
  isTeamRankingAverage: boolean;
  likesEnabled: boolean;
  commentsEnabled: boolean;
  stravaApproved: boolean;
  /** Returns what others see of a service's data. */
  shownToOthers(platform: Platform): 'full' | 'score_only' | 'none';
  /** Returns the number of participants, which excludes accounts that should not count and is never below 0. */
  participants(registered: number): number;
  headerMode: 'dark' | 'light';
  logoDark: string;
  logoLight: string;
  /** The picture behind the greeting on the dashboard; empty for the default background. */
  headerPicture: string;
  progressMapId: number | undefined;
  /** The languages that people can choose. */
  languages: { code: Language; label: string }[];
  /** The ways to sign in. */
  registrationMethod: 'form' | 'formAndProviders' | 'providers';
  /**
   * Whether organisers, and nobody else, can sign in with a password. This is the case while none of them
   * could sign in otherwise.
   */
  doOrganisersUsePasswords: boolean;
  faqLibraryId: number | undefined;
  /** How many days after their last challenge participants become anonymous; undefined if never. */
  anonymiseAfterDays: number | undefined;
  /** Whether organisers, moderators and analysts must use two-factor authentication. */
  isSecondFactorRequired: boolean;
  /** How others see the names of people who have not chosen yet. */
  newNameShown: 'full' | 'none';
  /** Whether organisers must give a reason to see people's activities. */
  areActivitiesByReason: boolean;
  /** The logo of the organisation that runs the platform; empty if there is none. */
  providerLogo: string;
  /**
   * Returns the configured text with a name such as `registerExtraTitle`, in a language; empty if there is no such
   * text.
   */
  text(name: string, language: string): string;
}

export const settingsQuery = queryOptions({
  queryKey: ['configs', 'settings'],
  // The default settings are immediately stale, so that the next screen tries to load the real ones.
  staleTime: ({ state }) => (state.data?.areDefaults ? 0 : Number.POSITIVE_INFINITY),
  queryFn: async () => {
    const answer = await call(configs.list, {}).catch(() => undefined);
    const members = answer?.['hydra:member'] ?? [];
    return { ...toSettings(new Map(members.map(({ id, value }) => [id, value]))), areDefaults: !answer };
  },
});

const labels: Record<Language, string> = { en: 'English', fr: 'Français', nl: 'Nederlands' };
const allLanguages = languages.map((code) => ({ code, label: labels[code] }));

/** Returns the languages that people can choose; all languages if the settings cannot be loaded. */
export const useLanguages = () => useQuery(settingsQuery).data?.languages ?? allLanguages;

const registrationMethods = ['form', 'formAndProviders', 'providers'] as const;

function toSettings(values: Map<string, string>): Settings {
  const mapId = Number(values.get('progressMapId'));
  const faqId = Number(values.get('faqLibraryId'));
  const sights: Partial<Record<Platform, 'full' | 'score_only' | 'none'>> = JSON.parse(
    values.get('showToOthers') ?? '{}',
  );
  const isOn = (name: string) => values.get(name) === 'true';
  return {
    teamsEnabled: isOn('teamsEnabled'),
    allowTeamCreation: isOn('allowTeamCreation'),
    isTeamRankingAverage: values.get('teamRanking') === 'average',
    likesEnabled: isOn('likesEnabled'),
    commentsEnabled: isOn('commentsEnabled'),
    stravaApproved: isOn('stravaApproved'),
    shownToOthers: (platform) => sights[platform] ?? (platform === 'Strava' ? 'score_only' : 'full'),
    participants: (registered) => participantsOf(registered, values.get('participantsModifier')),
    headerMode: values.get('headerMode') === 'light' ? 'light' : 'dark',
    logoDark: values.get('logoDark') || configs.defaultLogos.dark,
    logoLight: values.get('logoLight') || configs.defaultLogos.light,
    headerPicture: values.get('headerPicture') ?? '',
    progressMapId: mapId > 0 ? mapId : undefined,
    languages: JSON.parse(values.get('availableLanguages') ?? 'null') ?? allLanguages,
    registrationMethod: registrationMethods.find((one) => one === values.get('registrationMethod')) ?? 'form',
    doOrganisersUsePasswords: values.get('passwordUsers') === 'organisers',
    faqLibraryId: faqId > 0 ? faqId : undefined,
    anonymiseAfterDays: daysOf(values.get('anonymiseAfterDays')),
    isSecondFactorRequired: isOn('secondFactorRequired'),
    newNameShown: values.get('newNameShown') === 'none' ? 'none' : 'full',
    areActivitiesByReason: isOn('activitiesByReason'),
    providerLogo: values.get('providerLogo') ?? '',
    text: (name, language) => values.get(name + language.charAt(0).toUpperCase() + language.slice(1)) ?? '',
  };
}

/** Parses a number of days as the server does: values outside 14 days to ten years switch anonymisation off. */
function daysOf(value: string | undefined): number | undefined {
  const days = Number(value);
  return Number.isInteger(days) && days >= fewestDaysKept && days <= mostDaysKept ? days : undefined;
}
