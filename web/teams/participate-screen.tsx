import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import * as teams from '../../contract/teams.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Panel } from '../ui/panel.tsx';
import { Screen } from '../ui/screen.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { clearLastParticipation } from './last-participation.ts';
import { MembershipForm } from './membership-form.tsx';
import { teamQuery, useChangeMembership, useOwnTeam } from './queries.ts';
import { TeamState } from './team-state.tsx';

/** Shows the page of an invitation to a team, with a button to join. */
export default function ParticipateScreen() {
  const { t } = useTranslation('teams');
  const { uuid = '' } = useParams();
  const navigate = useNavigate();
  const { data: team, error, refetch } = useQuery(teamQuery(uuid));
  const own = useOwnTeam();
  const membership = useChangeMembership(teams.join, uuid);
  const isAsked = own === null || membership.isPending;
  // The person has opened the invitation, so the next sign-in must not lead here again.
  useEffect(clearLastParticipation, []);
  if (!team) return <TeamState error={error} onRetry={refetch} />;
  return (
    <Screen title={t('join.title', { name: team.name })} back={{ to: '/', label: t('back') }}>
      <div className="narrow">
        {own === undefined && <Waiting />}
        {isAsked && (
          <Panel>
            <p className="semibold">{t('join.lead', { name: team.name })}</p>
            <ul className="points mt-3 mb-5">
              <li>{t('join.members', { count: team.amountOfMembers })}</li>
              <li>{t('join.counts')}</li>
              <li>{t('join.seen')}</li>
            </ul>
            <MembershipForm
              membership={membership}
              submitLabel={t('join.submit')}
              onDone={() => navigate(`/teams/info/${uuid}`, { replace: true, state: { notice: 'joined' } })}
              aside={
                <Button component={Link} to={`/teams/info/${uuid}`} variant="default" size="md">
                  {t('join.look')}
                </Button>
              }
            />
          </Panel>
        )}
        {own && !isAsked && (
          <EmptyState text={t(team.isMember ? 'join.isMember' : 'alreadyInOther', { name: own.name })}>
            <Button component={Link} to={`/teams/info/${own.uuid}`} variant="default" size="md">
              {t('toTeam')}
            </Button>
          </EmptyState>
        )}
      </div>
    </Screen>
  );
}
