import { useGetOne } from 'react-admin';
import { type Language, languages } from '../../contract/kit/fields.ts';

/** Returns the offered languages in the product's order; all languages until the settings have loaded. */
export function useOfferedLanguages(): Language[] {
  const { data } = useGetOne('settings', { id: 1 });
  const offered: Language[] = data?.availableLanguages ?? languages;
  return languages.filter((language) => offered.includes(language));
}
