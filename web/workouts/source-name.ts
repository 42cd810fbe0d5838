import { useTranslation } from 'react-i18next';
import type { Source } from '../../contract/activities.ts';
import { platforms } from '../../contract/couplings.ts';

/** Returns a function that gets the name of a source as people see it. For a service, this is the brand name. */
export function useSourceName(): (source: Source) => string {
  const { t } = useTranslation('workouts');
  return (source) =>
    platforms.find((one) => one === source) ?? t(`records.sources.${source as 'file' | 'token' | 'manual'}`);
}

/** Returns a function that lists several sources as text, each source once. */
export function useSourceNames(): (sources: Source[]) => string {
  const { i18n } = useTranslation();
  const nameOf = useSourceName();
  return (sources) => new Intl.ListFormat(i18n.language).format([...new Set(sources)].map(nameOf));
}
