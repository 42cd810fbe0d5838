const locales: Record<string, string> = { en: 'en-GB', fr: 'fr-BE', nl: 'nl-BE' };

/**
 * The BCP 47 tag by which a language formats dates and numbers. English too puts the day before the month and uses a
 * 24-hour clock, as European companies do.
 */
export const localeOf = (language: string): string => locales[language] ?? language;
