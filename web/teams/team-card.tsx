import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Challenge } from '../../contract/challenges.ts';
import { settingsQuery } from '../configs/queries.ts';
import { BoardRows } from '../rankings/board.tsx';
import { Panel } from '../ui/panel.tsx';
import { useOwnTeam } from './queries.ts';
import classes from './team.module.css';

/** Shows the dashboard's card about teams: the top teams, and a link to the person's team or to create a team. */
export function TeamCard({ challenge }: { challenge: Challenge }) {
  const { t } = useTranslation('teams');
  const { data: settings } = useQuery(settingsQuery);
  const own = useOwnTeam();
  return (
    <Panel title={t('card.title')}>
      <BoardRows
        query={{ of: 'teams', periodType: 'challenge', challenge: challenge['@id'], limit: 5 }}
        challenge={challenge}
        completeLink={`/challenges/ranking/${challenge.uri}/teams`}
      />
      {own === undefined && <div className={`${classes.pending} mt-3`} />}
      {own && (
        <Button
          component={Link}
          to={`/teams/info/${own.uuid}`}
          variant="default"
          size="md"
          className={`${classes.way} mt-3`}
        >
          {t('card.own')}
        </Button>
      )}
      {own === null && (
        <div className={`${classes.none} stack gap-3 mt-3`}>
          <p className="soft">{t(settings?.allowTeamCreation ? 'card.none' : 'card.noneClosed')}</p>
          {settings?.allowTeamCreation && (
            <Button component={Link} to="/teams/create" variant="default" size="md">
              {t('create.title')}
            </Button>
          )}
        </div>
      )}
    </Panel>
  );
}
