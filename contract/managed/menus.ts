import * as z from 'zod/mini';
import { language, requiredText } from '../kit/fields.ts';
import { managedResource } from '../kit/managed-resource.ts';
import { isLinkAddress } from '../markup.ts';

/** More than a dozen items would not be a usable menu. */
const mostItems = 12;

/** The menu of a language; without items, the platform's own is shown. */
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
