import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { Notice } from '../ui/notice.tsx';
import { Panel } from '../ui/panel.tsx';
import { Screen } from '../ui/screen.tsx';
import { useCreateTeam, useOwnTeam } from './queries.ts';
import { TeamForm } from './team-form.tsx';

/** Lets a person create a team and become its captain. */
export default function CreateTeamScreen() {
  const { t } = useTranslation('teams');
  const navigate = useNavigate();
  const own = useOwnTeam();
  const create = useCreateTeam();
  return (
    <Screen title={t('create.title')} back={{ to: '/', label: t('back') }}>
      <div className="columns form-columns">
        <Panel>
          {own && !create.isPending ? (
            <Notice kind="info">
              <p>{t('alreadyIn', { name: own.name })}</p>
              <Button component={Link} to={`/teams/info/${own.uuid}`} variant="default" mt="xs">
                {t('toTeam')}
              </Button>
            </Notice>
          ) : (
            <TeamForm
              create={create}
              onMade={({ uuid }) =>
                navigate(`/teams/info/${uuid}`, { replace: true, state: { notice: 'made' } })
              }
            />
          )}
        </Panel>
        <aside className="topic" aria-labelledby="how-teams-work">
          <h2 id="how-teams-work" className="title mb-3">
            {t('create.how')}
          </h2>
          <ol className="stations soft">
            <li>{t('create.lead')}</li>
            <li>{t('create.invite')}</li>
            <li>{t('create.count')}</li>
            <li>{t('create.leave')}</li>
          </ol>
        </aside>
      </div>
    </Screen>
  );
}
