import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { settingsQuery } from '../configs/queries.ts';
import { useOwnTeam } from '../teams/queries.ts';
import classes from './own-standing.module.css';

/** Explains to people without a rank how to get a rank. */
export function NoStanding({ isRunning }: { isRunning: boolean }) {
  const { t } = useTranslation('rankings');
  return (
    <>
      <p>{t('standing.none')}</p>
      {isRunning && <WayOn to="/my-activities/add" label={t('standing.add')} />}
    </>
  );
}

/** Explains why the person's team has no rank, or how to join a team. */
export function NoTeamStanding() {
  const { t } = useTranslation('rankings');
  const { data: settings } = useQuery(settingsQuery);
  const team = useOwnTeam();
  if (team === undefined) return null;
  return (
    <>
      <p>{t(team ? 'standing.none' : 'standing.noTeam', { context: 'teams' })}</p>
      {team && <WayOn to={`/teams/info/${team.uuid}`} label={t('standing.toTeam')} />}
      {!team && settings?.allowTeamCreation && <WayOn to="/teams/create" label={t('standing.createTeam')} />}
    </>
  );
}

function WayOn({ to, label }: { to: string; label: string }) {
  return (
    <Button component={Link} to={to} variant="default" className={classes.add as string}>
      {label}
    </Button>
  );
}
