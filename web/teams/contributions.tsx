import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Challenge } from '../../contract/challenges.ts';
import type { ChallengeTeam } from '../../contract/teams.ts';
import { challengeState, challengeTexts } from '../challenges/challenge-texts.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { Panel } from '../ui/panel.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { ContributionChart } from './contribution-chart.tsx';
import { distributionQuery } from './queries.ts';

/** Shows the contributions of a team's members in a challenge, with a field to choose the challenge. */
export function Contributions(props: {
  team: ChallengeTeam;
  challenge: Challenge | null | undefined;
  choice: ReactNode;
}) {
  const { team, challenge } = props;
  const { t } = useTranslation('teams');
  return (
    <Panel title={t('contributions.title')} action={props.choice}>
      {challenge === undefined && <Waiting />}
      {challenge === null && <EmptyState text={t('contributions.noChallenge')} />}
      {challenge && <Distribution team={team} challenge={challenge} />}
    </Panel>
  );
}

function Distribution({ team, challenge }: { team: ChallengeTeam; challenge: Challenge }) {
  const { t, i18n } = useTranslation('teams');
  const { data, error, refetch } = useQuery(distributionQuery(team.uuid, challenge['@id']));
  const { name } = challengeTexts(challenge, i18n.language);
  if (error && !data) return <ErrorBanner error={error} onRetry={refetch} />;
  if (!data) return <Waiting />;
  if (data.members.length > 0)
    return (
      <ContributionChart
        distribution={data}
        challenge={challenge}
        caption={t('contributions.caption', { team: team.name, challenge: name })}
      />
    );
  const mayAdd = team.isMember && challengeState(challenge) === 'onNow';
  return (
    <EmptyState text={t(mayAdd ? 'contributions.emptyOwn' : 'contributions.empty')}>
      {mayAdd && (
        <Button component={Link} to="/my-activities/add" variant="default" size="md">
          {t('contributions.add')}
        </Button>
      )}
    </EmptyState>
  );
}
