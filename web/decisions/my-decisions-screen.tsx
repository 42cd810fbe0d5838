import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { Screen } from '../ui/screen.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { CaseCard } from './case-card.tsx';
import { decisionsQuery } from './queries.ts';

/** Shows the decisions about the person's own activities and comments, with a form to respond to each decision. */
export default function MyDecisionsScreen() {
  const { t } = useTranslation(['decisions', 'people']);
  const { data, error, refetch } = useQuery(decisionsQuery);
  const cases = data?.['hydra:member'];
  return (
    <Screen title={t('title')} back={{ to: '/my-profile/settings', label: t('people:mine.settings') }}>
      <p className="soft measure mb-4">{t('lead')}</p>
      {!cases && (error ? <ErrorBanner error={error} onRetry={refetch} /> : <Waiting />)}
      {cases?.length === 0 && <EmptyState text={t('empty')} />}
      <div className="stack narrow">
        {cases?.map((item) => (
          <CaseCard key={item.uuid} item={item} />
        ))}
      </div>
    </Screen>
  );
}
