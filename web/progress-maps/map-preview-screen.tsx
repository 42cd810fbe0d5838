import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { formatPercentage } from '../kit/numbers.ts';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { ProgressMap } from './progress-map.tsx';
import { progressMapQuery } from './queries.ts';
import { RouteInWords } from './route-in-words.tsx';

/**
 * Shows a map as participants see it at a given percentage, and nothing else; the organisers' app shows it in a frame.
 */
export default function MapPreviewScreen() {
  const { t } = useTranslation('challenges');
  const { id = '' } = useParams();
  const [params] = useSearchParams();
  const percentage = Math.min(100, Math.max(0, Number(params.get('percentage')) || 0));
  // Always refetched, because organisers open the preview right after a change.
  const { data: map, error, refetch } = useQuery({ ...progressMapQuery(Number(id)), staleTime: 0 });
  if (error) return <ErrorBanner error={error} onRetry={refetch} />;
  if (!map) return <Waiting />;
  return (
    <>
      <ProgressMap
        map={map}
        percentage={percentage}
        label={t('route.preview', { name: map.name, percentage: formatPercentage(percentage) })}
      />
      <RouteInWords stations={map.stations} percentage={percentage} />
    </>
  );
}
