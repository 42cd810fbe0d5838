const locales: Record<string, string> = { en: 'en-GB', fr: 'fr-BE', nl: 'nl-BE' };

/**
 * Returns the BCP 47 tag for formatting dates and numbers in a language. English uses a tag with the day before the
 * month and a 24-hour clock, as is usual in European companies.
 */
export const localeOf = (language: string): string => locales[language] ?? language;
