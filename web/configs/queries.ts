import { queryOptions } from '@tanstack/react-query';
import * as configs from '../../contract/configs.ts';
import { type Language, languages } from '../../contract/kit/fields.ts';
import { call } from '../kit/call.ts';

/** The settings as the app uses them. Where they cannot be loaded, or one is missing, the default holds. */
export interface Settings {
  teamsEnabled: boolean;
  headerMode: 'dark' | 'light';
  logoDark: string;
  logoLight: string;
  progressMapId: number | undefined;
  defaultLanguage: Language;
  /** The text that is set for a name in a language, such as `registerExtraTitle`; empty where there is none. */
  text(name: string, language: string): string;
}

export const settingsQuery = queryOptions({
  queryKey: ['configs'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async () => {
    const answer = await call(configs.list, {}).catch(() => ({ 'hydra:member': [] }));
    return toSettings(new Map(answer['hydra:member'].map(({ id, value }) => [id, value])));
  },
});

export const languagesQuery = queryOptions({
  queryKey: ['configs', 'languages'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async () => {
    const labels = { en: 'English', fr: 'Français', nl: 'Nederlands' };
    const answer = await call(configs.listLanguages, {}).catch(() => []);
    const options = answer.map(({ value }) => value);
    return options.length > 0 ? options : languages.map((code) => ({ code, label: labels[code] }));
  },
});

function toSettings(values: Map<string, string>): Settings {
  const mapId = Number(values.get('progressMapId'));
  return {
    teamsEnabled: values.get('teamsEnabled') === 'true',
    headerMode: values.get('headerMode') === 'light' ? 'light' : 'dark',
    logoDark: values.get('logoDark') || 'logo-dark.svg',
    logoLight: values.get('logoLight') || 'logo-light.svg',
    progressMapId: mapId > 0 ? mapId : undefined,
    defaultLanguage: languages.find((one) => one === values.get('defaultLanguage')) ?? 'nl',
    text: (name, language) => values.get(name + language.charAt(0).toUpperCase() + language.slice(1)) ?? '',
  };
}
