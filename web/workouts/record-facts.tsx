import { useTranslation } from 'react-i18next';
import { dateFormat } from '../../api-client/formats.ts';
import { localeOf } from '../../contract/kit/locale.ts';
import type { WorkoutRecord } from '../../contract/workouts.ts';
import { dayText } from '../activities/activity-day.ts';
import { sportLabel } from '../sports/sport-label.ts';
import { useRecordAmounts } from './record-amounts.ts';
import classes from './records.module.css';
import { useSourceName } from './source-name.ts';

/**
 * Shows what one source reports about a workout: the source's name, and the start, sport, distance, duration and
 * device.
 */
export function RecordFacts({ record }: { record: WorkoutRecord }) {
  const { t, i18n } = useTranslation('workouts');
  const nameOf = useSourceName();
  const amountsOf = useRecordAmounts();
  const time =
    record.startedAt &&
    dateFormat(localeOf(i18n.language), { timeStyle: 'short' }).format(new Date(record.startedAt));
  const name = nameOf(record.source);
  return (
    <div className={classes.facts}>
      <p className="row baseline bold gap-entry">
        {name.charAt(0).toUpperCase() + name.slice(1)}
        {record.counting && (
          <span className="badge" data-filled>
            {t('records.counting')}
          </span>
        )}
      </p>
      <p className="small">{[sportLabel(record.sport, i18n.language), ...amountsOf(record)].join(' · ')}</p>
      <p className={`${classes.when} soft small`}>
        <time dateTime={record.startedAt ?? record.performedAt}>
          {[dayText(record.performedAt), time].filter(Boolean).join(', ')}
        </time>
        {[record.device, record.name].filter(Boolean).map((detail) => ` · ${detail}`)}
      </p>
    </div>
  );
}
