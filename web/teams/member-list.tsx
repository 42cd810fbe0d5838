import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ChallengeTeam, ChallengeTeamMember } from '../../contract/teams.ts';
import { meQuery } from '../people/queries.ts';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { Panel } from '../ui/panel.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { membersQuery } from './queries.ts';
import classes from './team.module.css';

/** Shows the current members of a team. */
export function MemberList({ team }: { team: ChallengeTeam }) {
  const { t } = useTranslation('teams');
  const { data: members, error, refetch } = useQuery(membersQuery(team.uuid));
  return (
    <Panel title={t('members.title')}>
      {error && !members && <ErrorBanner error={error} onRetry={refetch} />}
      {!error && !members && <Waiting />}
      {members?.length === 0 && <p className="soft">{t('members.empty')}</p>}
      <ul className={`${classes.members} list`}>
        {members?.map((member) => (
          <li key={member['@id']} className={classes.member}>
            <MemberName member={member} />
            {member.isCaptain && (
              <span className="badge" data-filled>
                {t('members.captain')}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function MemberName({ member }: { member: ChallengeTeamMember }) {
  const { t } = useTranslation(['teams', 'common']);
  const me = useQuery(meQuery).data;
  const { id } = member.person;
  if (id === 0) return <span className={`${classes.name} person`}>{t('common:somebody')}</span>;
  const isOwn = id === me?.id;
  return (
    <Link to={isOwn ? '/my-profile' : `/profile/${id}`} className={`${classes.name} person`}>
      <span>{member.fullName}</span>
      {isOwn && <span>{t('members.own')}</span>}
    </Link>
  );
}
