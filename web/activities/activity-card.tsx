import { useQuery } from '@tanstack/react-query';
import { Fragment, lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type Activity, motorSpeed } from '../../contract/activities.ts';
import type { Challenge } from '../../contract/challenges.ts';
import { PersonName } from '../people/person-name.tsx';
import { meQuery } from '../people/queries.ts';
import { useMeasure } from '../rankings/measure.ts';
import { sportLabel } from '../sports/sport-label.ts';
import { useDisclosure } from '../ui/disclosure.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { Provenance } from '../workouts/provenance.tsx';
import { amountTexts } from './activity-amount.ts';
import classes from './activity-card.module.css';
import { dayText } from './activity-day.ts';
import { SocialButtons, SocialPanels } from './activity-social.tsx';
import { useFailedCalls, useRemoveActivity } from './queries.ts';

// Loaded separately, because only a person's own activities have actions.
const ActivityActions = lazy(() =>
  import('./activity-actions.tsx').then((file) => ({ default: file.ActivityActions })),
);
const RecordsPanel = lazy(() =>
  import('../workouts/records-panel.tsx').then((file) => ({ default: file.RecordsPanel })),
);

const focus = (node: HTMLElement | null) => node?.focus();

/**
 * Shows an activity and its counted kilometres, which an abstraction challenge converts to its unit. If `editable`,
 * people can edit and delete their own activities.
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
  const [likes, comments, records] = [useDisclosure(), useDisclosure(), useDisclosure()];
  if (removal.isSuccess || isGone)
    return (
      <p className="soft padded centered" role="status" tabIndex={-1} ref={focus}>
        {t('card.removed')}
      </p>
    );

  const isOwn = activity.person.id === me?.id;
  const social = { activity, likes, comments, onFailure: examine };
  const sport = sportLabel(activity.sport, i18n.language);
  const what = [...(showPerson ? [sport] : []), ...amountTexts(t, activity)];
  return (
    <article className={classes.card}>
      <div className={classes.head}>
        <p className="bold">
          {showPerson ? <PersonName person={activity.person} /> : sport}
          {showPerson && isOwn && <span className="soft tiny ml-2">{t('card.own')}</span>}
        </p>
        <p className={`${classes.what} soft small`}>
          <time dateTime={activity.performedAt}>{dayText(activity.performedAt)}</time>
          {what.map((part) => (
            <Fragment key={part}>
              {' '}
              <span>{part}</span>
            </Fragment>
          ))}
        </p>
      </div>
      <p className={`${classes.figure} tally`} data-off={!activity.counts || undefined}>
        <strong>{measure.write(activity.challengeKms)}</strong> <span>{measure.label}</span>
      </p>
      <div className={`${classes.text} measure`}>
        {activity.info && <p>{activity.info}</p>}
        <Provenance activity={activity} isOwn={isOwn} />
        {activity.correction !== null && (
          <p className="small">
            {activity.correction === motorSpeed ? (
              t('card.motorSpeed')
            ) : (
              <>
                {t('card.corrected', { reason: activity.correction })}{' '}
                <Link to="/my-decisions" className="link">
                  {t('card.answer')}
                </Link>
              </>
            )}
          </p>
        )}
      </div>
      <div className={`${classes.doing} row gap-5 tight`}>
        <SocialButtons {...social} />
        {editable && isOwn && (
          <Suspense>
            <ActivityActions activity={activity} records={records} removal={removal} onFailure={examine} />
          </Suspense>
        )}
      </div>
      <SocialPanels {...social} />
      {records.isOpen && editable && isOwn && (
        <section id={records.panelId} className={classes.panel} aria-label={t('card.records')}>
          <Suspense fallback={<Waiting small />}>
            <RecordsPanel activity={activity} />
          </Suspense>
        </section>
      )}
    </article>
  );
}
