import { useTranslate } from 'react-admin';
import type { Language } from '../../contract/kit/fields.ts';
import { useOfferedLanguages } from '../kit/offered-languages.ts';

type Titles = Partial<Record<Language, string>> | undefined;

/**
 * Returns a function that says in which offered languages a challenge has no title. The function returns
 * undefined if no title is missing.
 */
export function useMissingTitles(): (titles: Titles) => string | undefined {
  const translate = useTranslate();
  const offered = useOfferedLanguages();
  return (titles) => {
    const missing = offered.filter((language) => !titles?.[language]?.trim());
    if (missing.length === 0) return undefined;
    const languages = missing.map((language) => translate(`ra.locales.${language}`)).join(', ');
    return translate('resources.challenges.titleMissing', { languages });
  };
}
