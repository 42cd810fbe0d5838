import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Station } from '../../contract/progress-maps.ts';
import { formatPercentage } from '../kit/numbers.ts';

/** Lists the stations of a map in order for screen readers, and says which stations have been reached. */
export function RouteInWords({ stations, percentage }: { stations: Station[]; percentage: number }) {
  const { t } = useTranslation('challenges');
  if (stations.length === 0) return null;
  return (
    <VisuallyHidden component="ol" aria-label={t('route.title')}>
      {stations.map(({ name, percentage: place }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a route may pass a place twice, and its order never changes
        <li key={index}>
          {t(place <= percentage ? 'route.reached' : 'route.ahead', {
            name: name.replaceAll(' · ', ', '),
            percentage: formatPercentage(place),
          })}
        </li>
      ))}
    </VisuallyHidden>
  );
}
