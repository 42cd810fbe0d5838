import { moment } from '../kit/fields.ts';
import { inEveryLanguage } from '../kit/in-every-language.ts';
import { managedResource } from '../kit/managed-resource.ts';

/**
 * What people agree to. Its number is the version that they agreed to, so that it is never changed: a correction is
 * the next one, and everybody is asked once more.
 */
export const consentTexts = managedResource({
  name: 'ManagedConsentText',
  noun: 'consent-texts',
  access: 'organiser',
  fields: {
    title: inEveryLanguage(200),
    // HTML; some pages.
    content: inEveryLanguage(50_000),
  },
  shown: { publishedAt: moment },
  filters: {},
  sorted: ['publishedAt'],
});
