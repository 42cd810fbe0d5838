import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { dateFormat } from '../../api-client/formats.ts';
import type { Challenge } from '../../contract/challenges.ts';
import { localeOf } from '../../contract/kit/locale.ts';
import * as results from '../../contract/results.ts';
import { call } from '../kit/call.ts';
import { Notice } from '../ui/notice.tsx';
import classes from './dashboard.module.css';

const resultsQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['challenges', 'results', uuid],
    queryFn: () => call(results.one, { params: { uuid } }),
  });

/** Says whether the boards of a past challenge are provisional or final, and shows the hash of the results file. */
export function ResultsNotice({ challenge }: { challenge: Challenge }) {
  const { t, i18n } = useTranslation('challenges');
  const { frozenAt } = challenge;
  const { data, isError } = useQuery({ ...resultsQuery(challenge.uuid), enabled: frozenAt !== null });
  const moment = (iso: string) =>
    dateFormat(localeOf(i18n.language), {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: challenge.timeZone,
    }).format(new Date(iso));
  const reopened = challenge.reopenedAt && ` ${t('results.reopened', { at: moment(challenge.reopenedAt) })}`;
  if (challenge.state === 'grace')
    return (
      <Notice kind="info">
        {t('results.provisional', { until: moment(challenge.closesAt) })}
        {reopened}
      </Notice>
    );
  if (frozenAt === null || isError) return null;
  return (
    <Notice kind="success">
      {t('results.final', { since: moment(frozenAt) })}
      {reopened}
      <details className={classes.proof}>
        <summary>{t('results.proof')}</summary>
        <p className="mb-4">{t('results.proofText')}</p>
        <code>{data?.sha256}</code>
      </details>
    </Notice>
  );
}
