import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Activity } from '../../contract/activities.ts';
import type { Challenge } from '../../contract/challenges.ts';
import { PersonName } from '../people/person-name.tsx';
import { meQuery } from '../people/queries.ts';
import { useMeasure } from '../rankings/measure.ts';
import { sportLabel } from '../sports/sport-label.ts';
import { useDisclosure } from '../ui/disclosure.tsx';
import { ActivityActions } from './activity-actions.tsx';
import { amountText } from './activity-amount.ts';
import classes from './activity-card.module.css';
import { dayText } from './activity-day.ts';
import { SocialButtons, SocialPanels } from './activity-social.tsx';
import { useFailedCalls, useRemoveActivity } from './queries.ts';

const focus = (node: HTMLElement | null) => node?.focus();

/**
 * What somebody did, with the kilometres that it counts, or in a challenge what that makes of them; one's own
 * can be edited and deleted where allowed.
 */
export function ActivityCard(props: {
  activity: Activity;
  showPerson: boolean;
  editable: boolean;
  challenge?: Challenge | undefined;
}) {
  const { activity, showPerson, editable } = props;
  const measure = useMeasure(props.challenge);
  const { t, i18n } = useTranslation('activities');
  const me = useQuery(meQuery).data;
  const removal = useRemoveActivity(activity.uuid);
  const { isGone, examine } = useFailedCalls(activity.uuid);
  const [likes, comments] = [useDisclosure(), useDisclosure()];
  if (removal.isSuccess || isGone)
    return (
      <p className={classes.removed} role="status" tabIndex={-1} ref={focus}>
        {t('card.removed')}
      </p>
    );

  const isOwn = activity.person.id === me?.id;
  const social = { activity, likes, comments, onFailure: examine };
  const sport = sportLabel(activity.sport, i18n.language);
  return (
    <article className={classes.card}>
      <p className={classes.figure}>
        <strong>{measure.write(activity.challengeKms)}</strong> <span>{measure.label}</span>
      </p>
      <div className={classes.body}>
        <div className={classes.top}>
          <p className={classes.who}>
            {showPerson ? <PersonName person={activity.person} /> : sport}
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
          <div className={classes.doing}>
            <SocialButtons {...social} />
            {editable && isOwn && (
              <ActivityActions uuid={activity.uuid} removal={removal} onFailure={examine} />
            )}
          </div>
        </div>
      </div>
      <SocialPanels {...social} />
    </article>
  );
}
