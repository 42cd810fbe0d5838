import { IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Challenge } from '../../contract/challenges.ts';
import { formatPercentage } from '../kit/numbers.ts';
import { RouteLine } from '../progress-maps/route-line.tsx';
import { ChallengeDates } from './challenge-dates.tsx';
import classes from './challenge-list.module.css';
import { challengeState, challengeTexts } from './challenge-texts.ts';
import { challengeProgressQuery } from './queries.ts';

/** Shows a list of challenges with their dates and progress. */
export function ChallengeList({ challenges }: { challenges: Challenge[] }) {
  const { t } = useTranslation('challenges');
  const title = useId();
  return (
    <section aria-labelledby={title} className="stack mt-4">
      <h2 id={title} className="heading">
        {t('ourChallenges.all')}
      </h2>
      <ul className={`${classes.list} list`}>
        {challenges.map((challenge) => (
          <li key={challenge.uuid}>
            <ChallengeCard challenge={challenge} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ChallengeCard({ challenge }: { challenge: Challenge }) {
  const { i18n } = useTranslation('challenges');
  const { name, eyeCatcher } = challengeTexts(challenge, i18n.language);
  return (
    <article className={`${classes.card} card`}>
      <ChallengeDates challenge={challenge} />
      <h3 className="heading">
        <Link to={`/our-challenges/${challenge.uri}`} className={classes.link}>
          {name}
          <IconChevronRight aria-hidden className={classes.arrow} />
        </Link>
      </h3>
      <p className="soft">{eyeCatcher}</p>
      {challengeState(challenge) !== 'upcoming' && <CardProgress uuid={challenge.uuid} />}
    </article>
  );
}

function CardProgress({ uuid }: { uuid: string }) {
  const { t } = useTranslation('challenges');
  const { data: progress } = useQuery(challengeProgressQuery(uuid));
  if (!progress) return <div className={classes.progress} />;
  const percentage = t('percentage', { percentage: formatPercentage(progress.percentage) });
  return (
    <div className={classes.progress}>
      <RouteLine percentage={progress.percentage} label={t('progress', { percentage })} />
      <strong aria-hidden="true">{percentage}</strong>
    </div>
  );
}
