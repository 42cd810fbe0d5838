import * as z from 'zod/mini';
import { language, requiredText } from '../kit/fields.ts';
import { managedResource } from '../kit/managed-resource.ts';
import { isLinkAddress } from '../markup.ts';

/** The maximum number of items; a menu of more than a dozen items is not usable. */
const mostItems = 12;

/** The menu in one language; if it has no items, the app shows the default menu. */
export const menus = managedResource({
  name: 'ManagedMenu',
  noun: 'menus',
  access: 'organiser',
  fields: {
    items: z
      .array(
        z.object({
          label: requiredText(60),
          url: requiredText(2000).check(z.refine((url) => isLinkAddress(url), 'link.invalid')),
        }),
        'value.required',
      )
      .check(z.maxLength(mostItems, 'menu.tooLong')),
  },
  shown: { language },
  filters: {},
  sorted: ['language'],
});
