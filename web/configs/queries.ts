import { queryOptions, useQuery } from '@tanstack/react-query';
import * as configs from '../../contract/configs.ts';
import { type Language, languages } from '../../contract/kit/fields.ts';
import { call } from '../kit/call.ts';

/** The settings as the app uses them. Where they cannot be loaded, or one is missing, the default holds. */
export interface Settings {
  teamsEnabled: boolean;
  allowTeamCreation: boolean;
  likesEnabled: boolean;
  commentsEnabled: boolean;
  stravaApproved: boolean;
  headerMode: 'dark' | 'light';
  logoDark: string;
  logoLight: string;
  progressMapId: number | undefined;
  /** The text that is set for a name in a language, such as `registerExtraTitle`; empty where there is none. */
  text(name: string, language: string): string;
}

export const settingsQuery = queryOptions({
  queryKey: ['configs', 'settings'],
  // Defaults are asked for again when the next screen needs them.
  staleTime: ({ state }) => (state.data?.areDefaults ? 0 : Number.POSITIVE_INFINITY),
  queryFn: async () => {
    const answer = await call(configs.list, {}).catch(() => undefined);
    const members = answer?.['hydra:member'] ?? [];
    return { ...toSettings(new Map(members.map(({ id, value }) => [id, value]))), areDefaults: !answer };
  },
});

const labels: Record<Language, string> = { en: 'English', fr: 'Français', nl: 'Nederlands' };
const allLanguages = languages.map((code) => ({ code, label: labels[code] }));

const languagesQuery = queryOptions({
  queryKey: ['configs', 'languages'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async () => (await call(configs.listLanguages, {})).map(({ value }) => value),
});

/** The languages that people may choose; all there are, where they cannot be loaded. */
export const useLanguages = () => useQuery(languagesQuery).data ?? allLanguages;

function toSettings(values: Map<string, string>): Settings {
  const mapId = Number(values.get('progressMapId'));
  const isOn = (name: string) => values.get(name) === 'true';
  return {
    teamsEnabled: isOn('teamsEnabled'),
    allowTeamCreation: isOn('allowTeamCreation'),
    likesEnabled: isOn('likesEnabled'),
    commentsEnabled: isOn('commentsEnabled'),
    stravaApproved: isOn('stravaApproved'),
    headerMode: values.get('headerMode') === 'light' ? 'light' : 'dark',
    logoDark: values.get('logoDark') || 'logo-dark.svg',
    logoLight: values.get('logoLight') || 'logo-light.svg',
    progressMapId: mapId > 0 ? mapId : undefined,
    text: (name, language) => values.get(name + language.charAt(0).toUpperCase() + language.slice(1)) ?? '',
  };
}
