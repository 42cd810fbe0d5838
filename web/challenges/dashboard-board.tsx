import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Challenge } from '../../contract/challenges.ts';
import { settingsQuery } from '../configs/queries.ts';
import { Board } from '../rankings/board.tsx';
import { TeamCard } from '../teams/team-card.tsx';

/** Shows the top teams of the challenge, or the top people if there are no teams. */
export function DashboardBoard({ challenge }: { challenge: Challenge | null }) {
  const { t } = useTranslation('challenges');
  const { data: settings } = useQuery(settingsQuery);
  return (
    <div className="stack gap-5">
      {challenge && settings?.teamsEnabled && <TeamCard challenge={challenge} />}
      {challenge && settings && !settings.teamsEnabled && (
        <Board
          query={{ periodType: 'challenge', challenge: challenge['@id'], limit: 15 }}
          challenge={challenge}
          title={t('dashboard.top')}
          completeLink={`/challenges/ranking/${challenge.uri}`}
        />
      )}
      <Button component={Link} to="/our-statistics" variant="default" size="md">
        {t('dashboard.monthlyTops')}
      </Button>
    </div>
  );
}
