import * as z from 'zod/mini';
import { locale } from './kit/fields.ts';
import { operation } from './kit/operation.ts';

/**
 * An item of the menu. A `url` that starts with # is a page of the app; any other `url` must be an allowed link, see
 * `isLinkAddress` in markup.ts.
 */
export const MenuItem = z.object({ label: z.string(), url: z.string() });
export type MenuItem = z.infer<typeof MenuItem>;

/** The `url` of the menu item that opens the management module. Only organisers see this item. */
export const managementPage = '#/go-to-admin';

/** The pages of the app that a menu can link to. */
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
  summary: 'Returns the menu in a language. Organisers also get the link to the management module.',
  access: 'public',
  differsByPerson: true,
  query: z.object({ locale }),
  answer: z.array(MenuItem),
});
