import * as z from 'zod/mini';
import { language, locale } from './kit/fields.ts';
import { operation } from './kit/operation.ts';
import { collection, resource } from './kit/resource.ts';

export const Config = resource('Config', {
  id: z.string(),
  /** The value as text; booleans, numbers and lists are written as JSON. */
  value: z.string(),
});
export type Config = z.infer<typeof Config>;

/** The addresses of the platform's own logos, for a dark and for a light background. */
export const defaultLogos = { dark: 'logo-dark.svg', light: 'logo-light.svg' };

export const list = operation({
  method: 'GET',
  path: '/platform/api/configs',
  summary: 'Returns the settings that the app needs before sign-in.',
  access: 'public',
  answer: collection(Config, {}),
});

export const listLanguages = operation({
  method: 'GET',
  path: '/global-challenge-languages',
  summary: 'Lists the languages that people can choose.',
  access: 'public',
  answer: z.array(
    z.object({
      type: z.literal('availableLanguages'),
      value: z.object({ code: language, label: z.string() }),
    }),
  ),
});

export const switchLanguage = operation({
  method: 'GET',
  path: '/global-challenge-language-switch',
  summary: 'Stores the language chosen in this browser for 30 days.',
  access: 'public',
  query: z.object({ locale }),
  status: 204,
});
