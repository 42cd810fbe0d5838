import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Activity } from '../../contract/activities.ts';
import { formatKilometers } from '../kit/numbers.ts';
import { meQuery } from '../people/queries.ts';
import { sportLabel } from '../sports/sport-label.ts';
import { ActivityActions } from './activity-actions.tsx';
import { amountText } from './activity-amount.ts';
import classes from './activity-card.module.css';
import { dayText } from './activity-day.ts';
import { useRemoveActivity } from './queries.ts';

const focus = (node: HTMLElement | null) => node?.focus();

/** What somebody did, with the kilometres that it counts; one's own can be edited and deleted where allowed. */
export function ActivityCard(props: { activity: Activity; showPerson: boolean; editable: boolean }) {
  const { activity, showPerson, editable } = props;
  const { t, i18n } = useTranslation('activities');
  const me = useQuery(meQuery).data;
  const removal = useRemoveActivity(activity.uuid);
  if (removal.isSuccess)
    return (
      <p className={classes.removed} role="status" tabIndex={-1} ref={focus}>
        {t('card.removed')}
      </p>
    );

  const isOwn = activity.person.id === me?.id;
  const sport = sportLabel(activity.sport, i18n.language);
  return (
    <article className={classes.card}>
      <p className={classes.figure}>
        <strong>{formatKilometers(activity.challengeKms)}</strong> <span>km</span>
      </p>
      <div className={classes.body}>
        <div className={classes.top}>
          <p className={classes.who}>
            {showPerson ? `${activity.person.givenName} ${activity.person.surname}` : sport}
            {showPerson && isOwn && <span className={classes.own}>{t('card.own')}</span>}
          </p>
          <time className={classes.day} dateTime={activity.performedAt}>
            {dayText(activity.performedAt)}
          </time>
        </div>
        <div className={classes.bottom}>
          <div className={classes.text}>
            <p className={classes.what}>
              {showPerson && `${sport} · `}
              {amountText(t, activity)}
            </p>
            {activity.info && <p>{activity.info}</p>}
          </div>
          {editable && isOwn && <ActivityActions uuid={activity.uuid} removal={removal} />}
        </div>
      </div>
    </article>
  );
}
