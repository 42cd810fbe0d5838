import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { ChallengeTeam } from '../../contract/teams.ts';
import { useNoticeOnce } from '../kit/notice-once.ts';
import { LoadingGroup } from '../ui/loading-group.tsx';
import { Notice } from '../ui/notice.tsx';
import { Screen } from '../ui/screen.tsx';
import { useChosenChallenge } from './chosen-challenge.tsx';
import { Contributions } from './contributions.tsx';
import { HandOver } from './hand-over.tsx';
import { InviteCard } from './invite-card.tsx';
import { MemberList } from './member-list.tsx';
import { JoinTeam, LeaveTeam } from './membership-actions.tsx';
import { teamQuery } from './queries.ts';
import classes from './team.module.css';
import { TeamStanding } from './team-standing.tsx';
import { TeamState } from './team-state.tsx';

/** Shows the page of a team: its rank, its members and their contributions, and the captain's actions. */
export default function TeamScreen() {
  const { uuid = '' } = useParams();
  const team = useQuery(teamQuery(uuid));
  if (!team.data) return <TeamState error={team.error} onRetry={team.refetch} />;
  return <Team key={uuid} team={team.data} />;
}

function Team({ team }: { team: ChallengeTeam }) {
  const { t } = useTranslation('teams');
  const { challenge, choice } = useChosenChallenge();
  const notice = useNoticeOnce();
  const [heir, setHeir] = useState<string>();
  return (
    <Screen title={team.name} back={{ to: '/', label: t('back') }} action={<JoinTeam team={team} />}>
      {heir ? (
        <Notice kind="success">{t('notice.handedOver', { name: heir })}</Notice>
      ) : (
        notice && <Notice kind="success">{t(`notice.${notice}`)}</Notice>
      )}
      <LoadingGroup>
        <div className={`${classes.columns} columns`} data-captain={team.isCaptain || undefined}>
          <div>
            <TeamStanding team={team} challenge={challenge} />
          </div>
          {team.isCaptain && (
            <div className={classes.captain}>
              <InviteCard team={team} />
            </div>
          )}
          <div className="stack gap-5">
            <Contributions team={team} challenge={challenge} choice={choice} />
            <MemberList team={team} />
          </div>
        </div>
        {team.isCaptain && <HandOver team={team} onDone={setHeir} />}
        <LeaveTeam team={team} />
      </LoadingGroup>
    </Screen>
  );
}
