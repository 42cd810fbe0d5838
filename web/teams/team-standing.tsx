import '@mantine/core/styles/Skeleton.css';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Challenge } from '../../contract/challenges.ts';
import type { ChallengeTeam } from '../../contract/teams.ts';
import { challengeTexts } from '../challenges/challenge-texts.ts';
import { formatCount } from '../kit/numbers.ts';
import { Bib } from '../rankings/bib.tsx';
import { useMeasure } from '../rankings/measure.ts';
import { rankingQuery } from '../rankings/queries.ts';
import classes from './team.module.css';

/** Shows a team's rank and kilometres in a challenge, and its number of members. */
export function TeamStanding({
  team,
  challenge,
}: {
  team: ChallengeTeam;
  challenge: Challenge | null | undefined;
}) {
  const { t, i18n } = useTranslation('teams');
  const measure = useMeasure(challenge ?? undefined, 'teams');
  const board = useQuery({
    ...rankingQuery({
      of: 'teams',
      periodType: 'challenge',
      challenge: challenge?.['@id'],
      team: team['@id'],
      limit: 1,
    }),
    enabled: Boolean(challenge),
  });
  const row = board.data?.['hydra:member'][0];
  const isUnknown = challenge === undefined || (challenge && board.isPending);
  return (
    <section className={`${classes.standing} card padded`} aria-label={t('standing.label')}>
      {row && <Bib place={row.rank} caption={t('standing.place')} />}
      <div className="grow">
        {isUnknown && <Skeleton height="1.4em" width="9ch" />}
        {row && (
          <p className="amount">
            <strong>{measure.write(row.kilometers)}</strong> <span>{measure.label}</span>
          </p>
        )}
        {!isUnknown && !row && <p className="semibold">{t('standing.none')}</p>}
        {challenge && (
          <p className={classes.challenge}>
            <Link to={`/challenges/ranking/${challenge.uri}/teams`} className="soft target">
              {challengeTexts(challenge, i18n.language).name}
            </Link>
          </p>
        )}
      </div>
      <p className="soft">
        <strong className="figure">{formatCount(team.amountOfMembers)}</strong>{' '}
        {t('standing.members', { count: team.amountOfMembers })}
      </p>
    </section>
  );
}
