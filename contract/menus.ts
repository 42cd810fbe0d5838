import * as z from 'zod/mini';
import { locale } from './kit/fields.ts';
import { operation } from './kit/operation.ts';

/**
 * A url that starts with # is a page of the app itself; any other must be allowed for links, see `isLinkAddress` in
 * markup.ts.
 */
export const MenuItem = z.object({ label: z.string(), url: z.string() });
export type MenuItem = z.infer<typeof MenuItem>;

/** The menu item that opens the management module; shown to organisers only. */
export const managementPage = '#/go-to-admin';

/** Pages of the app that a menu may lead to. */
export const menuPages = [
  '#/',
  '#/my-activities',
  '#/my-activities/add',
  '#/my-profile',
  '#/our-challenges',
  '#/our-statistics',
  '#/info',
  '#/who-sees-what',
  managementPage,
  '#/sign-out',
];

export const list = operation({
  method: 'GET',
  path: '/global-challenge-menu',
  summary: 'Returns the menu in a language, for organisers with the link to the management module.',
  access: 'public',
  query: z.object({ locale }),
  answer: z.array(MenuItem),
});
