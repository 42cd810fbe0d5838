import '@mantine/core/styles/Skeleton.css';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatDate, today } from '../kit/dates.ts';
import { formatKilometers } from '../kit/numbers.ts';
import { type Day, monthOf, weekOf } from './own-days.ts';
import classes from './own-periods.module.css';
import { ownDaysQuery } from './queries.ts';

/** Shows the signed-in person's kilometres this week and this month, with one bar per day. */
export function OwnPeriods() {
  const { t } = useTranslation('activities');
  const { data, isError } = useQuery(ownDaysQuery);
  if (isError) return null;
  const now = today();
  return (
    <section className={`${classes.periods} card padded py-4`} aria-label={t('periods.label')}>
      <Period title={t('periods.week')} days={data && weekOf(data, now)} now={now} sign={letterOf} />
      <Period title={t('periods.month')} days={data && monthOf(data, now)} now={now} sign={numberOf} />
    </section>
  );
}

const letterOf = (day: string) => formatDate(day, { weekday: 'narrow' });

/** Labels only the days 1, 10, 20 and 30, because there is no room for more. */
function numberOf(day: string): string {
  const number = Number(day.slice(8));
  return number === 1 || number % 10 === 0 ? `${number}` : '';
}

function Period(props: {
  title: string;
  days: Day[] | undefined;
  now: string;
  /** Returns the label below a day's bar. */
  sign: (day: string) => string;
}) {
  const { t } = useTranslation('activities');
  const days = props.days ?? [];
  const total = days.reduce((sum, { kilometers }) => sum + kilometers, 0);
  const most = Math.max(...days.map(({ kilometers }) => kilometers), 0);
  return (
    <div className={classes.period}>
      <h2 className={`${classes.title} soft small`}>{props.title}</h2>
      <p className={`${classes.total} soft`}>
        {props.days ? (
          <>
            <strong className="figure">{formatKilometers(total)}</strong>&nbsp;km
          </>
        ) : (
          <Skeleton height="1em" width="6ch" />
        )}
      </p>
      <ul className={`${classes.days} list`} aria-label={props.title}>
        {days.map(({ day, kilometers }) => (
          <li key={day} data-today={day === props.now || undefined} data-ahead={day > props.now || undefined}>
            <span className="unseen">
              {t('periods.day', {
                day: formatDate(day, { weekday: 'long', day: 'numeric', month: 'long' }),
                kilometers: formatKilometers(kilometers),
              })}
            </span>
            <span className={classes.room} aria-hidden="true">
              {kilometers > 0 && (
                <span className={classes.bar} style={{ height: `${(kilometers / most) * 100}%` }} />
              )}
            </span>
            <span className={classes.sign} aria-hidden="true">
              {props.sign(day)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
