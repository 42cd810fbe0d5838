const locales: Record<string, string> = { en: 'en-GB', fr: 'fr-BE', nl: 'nl-BE' };

/**
 * How a language writes dates and numbers in the companies that this is for, as a BCP 47 tag: in English, too, the day
 * comes before the month and hours go up to 23.
 */
export const localeOf = (language: string): string => locales[language] ?? language;
