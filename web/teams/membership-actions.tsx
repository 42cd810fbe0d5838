import { Button } from '@mantine/core';
import { IconDoorExit, IconUsersPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ChallengeTeam } from '../../contract/teams.ts';
import { settingsQuery } from '../configs/queries.ts';
import { useOwnTeam } from './queries.ts';

/** Shows the button to join a team, for people without a team. */
export function JoinTeam({ team }: { team: ChallengeTeam }) {
  const { t } = useTranslation('teams');
  const { data: settings } = useQuery(settingsQuery);
  const own = useOwnTeam();
  if (!settings?.allowTeamCreation || team.isMember || own !== null) return null;
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

/**
 * Shows the button to leave a team, for all members except the captain. It is at the bottom because it is rarely used.
 */
export function LeaveTeam({ team }: { team: ChallengeTeam }) {
  const { t } = useTranslation('teams');
  const { data: settings } = useQuery(settingsQuery);
  if (!settings?.allowTeamCreation || !team.isMember || team.isCaptain) return null;
  return (
    <Button
      component={Link}
      to={`/teams/leave/${team.uuid}`}
      variant="subtle"
      size="md"
      className="quiet start"
      leftSection={<IconDoorExit aria-hidden size={20} />}
    >
      {t('leave.action')}
    </Button>
  );
}
