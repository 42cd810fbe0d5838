import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Activity } from '../../contract/activities.ts';
import type { WorkoutRecord } from '../../contract/workouts.ts';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { Notice } from '../ui/notice.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { recordsQuery, useChooseRecord, useSeparate, useSetCounts } from './queries.ts';
import { RecordFacts } from './record-facts.tsx';
import classes from './records.module.css';

/**
 * Shows what each source reports about an activity, and the owner's choices: which record counts, whether a record
 * belongs to another workout, and whether the activity counts.
 */
export function RecordsPanel({ activity }: { activity: Activity }) {
  const { t } = useTranslation('workouts');
  const records = useQuery(recordsQuery(activity.uuid));
  const setCounts = useSetCounts(activity.uuid);
  const choose = useChooseRecord(activity.uuid);
  const separate = useSeparate();
  // The owner can exclude a waiting activity, but it counts only once they have answered the question.
  const isWanted = activity.counts || activity.waiting;
  const mutations = [setCounts, choose, separate];
  const failure = mutations.find(({ error }) => error)?.error;
  // Disables the buttons while records load, because what a button does depends on the current records.
  const isBusy = records.isFetching || mutations.some(({ isPending }) => isPending);
  const forget = () => {
    for (const mutation of mutations) mutation.reset();
  };
  if (records.isPending) return <Waiting small />;
  if (!records.data) return <ErrorBanner error={records.error} onRetry={records.refetch} />;
  return (
    <div className="stack gap-3">
      <ul className="list" aria-label={t('records.list')}>
        {records.data.map((record) => (
          <li key={record.uuid} className={`${classes.record} row spread`}>
            <RecordFacts record={{ ...record, counting: record.counting && !activity.waiting }} />
            {records.data.length > 1 && (
              <div className="row gap-1">
                {!record.counting && hasAmount(record) && (
                  <Button
                    variant="default"
                    disabled={isBusy}
                    onClick={() => {
                      forget();
                      choose.mutate(record.uuid);
                    }}
                  >
                    {t('records.choose')}
                  </Button>
                )}
                <Button
                  variant="subtle"
                  className="quiet"
                  disabled={isBusy}
                  onClick={() => {
                    forget();
                    separate.mutate(record.uuid);
                  }}
                >
                  {t('records.separate')}
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {failure && <Notice kind="danger">{failure.message}</Notice>}
      {/* If organisers decided whether the activity counts, its owner can only respond to that decision. */}
      {activity.correction === null && (
        <div className={`${classes.whole} row spread soft small`}>
          <p>{t(hintOf(activity))}</p>
          <Button
            variant="default"
            disabled={isBusy}
            onClick={() => {
              forget();
              setCounts.mutate(!isWanted);
            }}
          >
            {t(isWanted ? 'records.setOff' : 'records.setOn')}
          </Button>
        </div>
      )}
    </div>
  );
}

const hintOf = ({ counts, waiting }: Activity) =>
  waiting ? 'records.waitsHint' : counts ? 'records.onHint' : 'records.offHint';

const hasAmount = ({ kilometers, time, steps }: WorkoutRecord) =>
  kilometers !== null || time !== null || steps !== null;
