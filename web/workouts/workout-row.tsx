import '@mantine/core/styles/Checkbox.css';
import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { platforms } from '../../contract/couplings.ts';
import type { WorkoutOfFile } from '../../contract/workout-files.ts';
import { amountText } from '../activities/activity-amount.ts';
import { dayText } from '../activities/activity-day.ts';
import { OutsideChallenges } from '../challenges/outside-challenges.tsx';
import { formatKilometers } from '../kit/numbers.ts';
import { sportLabel } from '../sports/sport-label.ts';
import classes from './files.module.css';

/** Shows a workout in a file: its start, sport, distance, duration and counted kilometres. */
export function WorkoutRow(props: {
  workout: WorkoutOfFile;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
}) {
  const { workout, isSelected, onSelect } = props;
  const { t, i18n } = useTranslation('workouts');
  const { t: tActivities } = useTranslation('activities');
  const sport = workout.sport ? sportLabel(workout.sport, i18n.language) : t('files.unknownSport');
  const day = dayText(workout.performedAt);
  const amounts = amountsOf(workout).map((amount) => amountText(tActivities, amount));
  const canBeSaved = workout.state === 'new';
  return (
    <div className={classes.row} data-state={canBeSaved && !isSelected ? 'left' : workout.state}>
      {canBeSaved ? (
        <Checkbox
          size="md"
          className={classes.choice}
          aria-label={t('files.select', { workout: `${sport}, ${day}` })}
          disabled={!workout.sport}
          checked={isSelected && workout.sport !== null}
          onChange={(event) => onSelect(event.currentTarget.checked)}
        />
      ) : (
        <span className={`${classes.state} soft tiny`}>
          {t(workout.state === 'saved' ? 'files.saved' : 'files.known')}
        </span>
      )}
      <div>
        <p className={`${classes.when} row baseline gap-entry`}>
          <strong>{sport}</strong>
          <time dateTime={workout.performedAt}>{day}</time>
        </p>
        <p className="soft small">{amounts.join(' · ')}</p>
        {workout.isCutOff && <p className="soft small">{t('files.cutOff')}</p>}
        {workout.isRepeated && <p className="soft small">{t('files.repeated')}</p>}
        {workout.isMotorSpeed && <MotorSpeed workout={workout} />}
        <OutsideChallenges day={workout.performedAt} />
        <SameAs sources={workout.sameAs} />
      </div>
      <p className="tally">
        <strong>{workout.challengeKms === null ? '–' : formatKilometers(workout.challengeKms)}</strong>
        <span>km</span>
      </p>
    </div>
  );
}

function amountsOf({ kilometers, movingTime, elapsedTime }: WorkoutOfFile) {
  const none = { time: null, kilometers: null, steps: null };
  return [
    ...(kilometers === null ? [] : [{ ...none, amountType: 'km' as const, kilometers }]),
    { ...none, amountType: 'time' as const, time: movingTime ?? elapsedTime },
  ];
}

/** Says that a workout looks like a drive, and what happens if it is saved. */
function MotorSpeed({ workout }: { workout: WorkoutOfFile }) {
  const { t } = useTranslation('workouts');
  if (workout.state === 'known') return null;
  return (
    <p className={`${classes.warning} small`}>
      {t(workout.state === 'saved' ? 'files.motorSpeedSaved' : 'files.motorSpeed')}
    </p>
  );
}

/** Shows the sources that have already sent the same workout. */
function SameAs({ sources }: { sources: WorkoutOfFile['sameAs'] }) {
  const { t, i18n } = useTranslation('workouts');
  if (sources.length === 0) return null;
  if (sources.length === 1 && sources[0] === 'manual')
    return <p className="soft small">{t('files.sameAsManual')}</p>;
  const names = sources.map(
    (source) => platforms.find((one) => one === source) ?? t(`files.sources.${source as 'file'}`),
  );
  const list = new Intl.ListFormat(i18n.language).format(names);
  return <p className="soft small">{t('files.sameAs', { sources: list })}</p>;
}
