import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import * as teams from '../../contract/teams.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Panel } from '../ui/panel.tsx';
import { Screen } from '../ui/screen.tsx';
import { MembershipForm } from './membership-form.tsx';
import { teamQuery, useChangeMembership } from './queries.ts';
import { TeamState } from './team-state.tsx';

/** Lets members leave their team, and says what they lose and keep. Explains to captains why they cannot leave. */
export default function LeaveTeamScreen() {
  const { t } = useTranslation('teams');
  const { uuid = '' } = useParams();
  const navigate = useNavigate();
  const { data: team, error, refetch } = useQuery(teamQuery(uuid));
  const membership = useChangeMembership(teams.leave, uuid);
  if (!team) return <TeamState error={error} onRetry={refetch} />;
  const { name } = team;
  const page = `/teams/info/${uuid}`;
  const isAsked = (team.isMember && !team.isCaptain) || membership.isPending;
  return (
    <Screen title={t('leave.title', { name })} back={{ to: page, label: name }}>
      <div className="narrow">
        {isAsked ? (
          <Panel>
            <p className="semibold">{t('leave.lead', { name })}</p>
            <ul className="points mt-3 mb-5">
              <li>{t('leave.stays')}</li>
              <li>{t('leave.other')}</li>
            </ul>
            <MembershipForm
              membership={membership}
              submitLabel={t('leave.submit')}
              onDone={() => navigate(page, { replace: true, state: { notice: 'left' } })}
              aside={
                <Button component={Link} to={page} variant="default" size="md">
                  {t('leave.keep')}
                </Button>
              }
            />
          </Panel>
        ) : (
          <EmptyState text={t(team.isCaptain ? 'leave.captain' : 'leave.notIn', { name })}>
            <Button component={Link} to={page} variant="default" size="md">
              {t(team.isCaptain ? 'leave.toHandOver' : 'toTeamPage')}
            </Button>
          </EmptyState>
        )}
      </div>
    </Screen>
  );
}
