import { Button } from '@mantine/core';
import { IconDoorExit, IconUsersPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ChallengeTeam } from '../../contract/teams.ts';
import { settingsQuery } from '../configs/queries.ts';
import { useOwnTeam } from './queries.ts';

/** The way in for who is in no team, and the way out for a member who does not lead it. */
export function MembershipActions({ team }: { team: ChallengeTeam }) {
  const { t } = useTranslation('teams');
  const { data: settings } = useQuery(settingsQuery);
  const own = useOwnTeam();
  if (!settings?.allowTeamCreation || team.isCaptain) return null;
  if (team.isMember)
    return (
      <Button
        component={Link}
        to={`/teams/leave/${team.uuid}`}
        variant="default"
        size="md"
        leftSection={<IconDoorExit aria-hidden size={20} />}
      >
        {t('leave.action')}
      </Button>
    );
  if (own !== null) return null;
  return (
    <Button
      component={Link}
      to={`/teams/participate/${team.uuid}`}
      size="md"
      leftSection={<IconUsersPlus aria-hidden size={20} />}
    >
      {t('join.action')}
    </Button>
  );
}
