import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Panel } from '../ui/panel.tsx';
import { decisionsQuery } from './queries.ts';

/** Links to the decisions about the person. Hidden from people without decisions, that is, from most people. */
export function DecisionsLink() {
  const { t } = useTranslation('people');
  const count = useQuery(decisionsQuery).data?.['hydra:totalItems'] ?? 0;
  if (count === 0) return null;
  return (
    <Panel title={t('mine.decisions')}>
      <Link to="/my-decisions">{t('mine.seeDecisions', { count })}</Link>
    </Panel>
  );
}
