import { Box, Card, LinearProgress, Link, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import * as challenges from '../../contract/challenges.ts';
import * as statistics from '../../contract/managed/statistics.ts';
import * as tasks from '../../contract/managed/tasks.ts';
import { useActivityFormat } from '../kit/activity-format.ts';
import { call } from '../kit/call.ts';
import { TaskProgress } from '../tasks/task-progress.tsx';
import { TaskName } from '../tasks/tasks.tsx';
import { useWaitingCases } from './waiting-items.ts';

/** Shows the daily work: open cases, the progress of the challenge, participants, and background tasks. */
export function DailyDesk() {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: 'repeat(auto-fit, minmax(min(280px, 100%), 1fr))',
      }}
    >
      <Waiting />
      <RunningChallenge />
      <People />
      <LatestTasks />
    </Box>
  );
}

/** Shows a linked heading, a number, and a sentence about the number. */
function Part({
  to,
  title,
  number,
  children,
}: {
  to: string;
  title: string;
  number?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Card variant="outlined" sx={{ p: 2, display: 'grid', gap: 1, alignContent: 'start' }}>
      <Typography component="h2" variant="subtitle1" sx={{ fontWeight: 600 }}>
        <Link component={RouterLink} to={to} color="inherit">
          {title}
        </Link>
      </Typography>
      {number !== undefined && (
        <Typography variant="h4" component="p" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {number}
        </Typography>
      )}
      {children}
    </Card>
  );
}

function Line({ children }: { children: ReactNode }) {
  return (
    <Typography variant="body2" color="text.secondary">
      {children}
    </Typography>
  );
}

function Waiting() {
  const translate = useTranslate();
  const waiting = useWaitingCases();
  return (
    <Part to="/inbox" title={translate('app.inbox.title')} number={waiting ?? '…'}>
      <Line>
        {waiting === 0
          ? translate('app.inbox.empty')
          : translate('app.desk.wait', { smart_count: waiting ?? 0 })}
      </Line>
    </Part>
  );
}

/** A day in milliseconds. */
const day = 24 * 60 * 60 * 1000;

function RunningChallenge() {
  const translate = useTranslate();
  const format = useActivityFormat();
  const { data: running, error } = useQuery({
    queryKey: ['running-challenge'],
    queryFn: async () => {
      const challenge = await call(challenges.current, {});
      const progress = await call(challenges.progress, { params: { uuid: challenge.uuid } });
      return { challenge, progress };
    },
    retry: false,
  });
  const name = translate('resources.challenges.name', { smart_count: 1 });
  if (error)
    return (
      <Part to="/challenges" title={name}>
        <Line>{translate('app.desk.noChallenge')}</Line>
      </Part>
    );
  if (!running) return null;
  const { challenge, progress } = running;
  const left = Math.max(0, Math.ceil((Date.parse(challenge.endsAt) - Date.now()) / day));
  return (
    <Part to="/challenges" title={challenge.name} number={`${format.number(progress.percentage)} %`}>
      <LinearProgress
        variant="determinate"
        value={Math.min(100, progress.percentage)}
        aria-label={challenge.name}
      />
      <Line>
        {translate('app.desk.progress', {
          progress: format.number(progress.progress),
          target: format.number(progress.target),
        })}
        {' · '}
        {translate('app.desk.daysLeft', { smart_count: left })}
      </Line>
    </Part>
  );
}

function People() {
  const translate = useTranslate();
  const { data } = useQuery({
    queryKey: ['desk-statistics'],
    queryFn: () => call(statistics.one, { query: {} }),
  });
  if (!data) return null;
  const t = (key: string, values?: object) => translate(`resources.statistics.${key}`, values);
  const people = (count: number | null) =>
    count === null ? t('fewer', { count: data.fewestPeople }) : t('atLeast', { count });
  const week = data.weeks.at(-1);
  return (
    <Part to="/statistics" title={t('registered')} number={people(data.registered)}>
      <Line>
        {week ? translate('app.desk.active', { people: people(week.active) }) : translate('app.desk.noWeek')}
      </Line>
    </Part>
  );
}

/** How many tasks are fetched; enough to show whether the latest task is done. */
const fewTasks = 3;

function LatestTasks() {
  const translate = useTranslate();
  const { data } = useQuery({
    queryKey: ['latest-tasks'],
    queryFn: () => call(tasks.list, { query: { itemsPerPage: fewTasks, 'order[id]': 'desc' } }),
  });
  const latest = data?.['hydra:member'] ?? [];
  if (latest.length === 0) return null;
  return (
    <Part to="/tasks" title={translate('resources.tasks.name', { smart_count: 2 })}>
      {latest.map((task) => (
        <div key={task.id}>
          <TaskName task={task} />
          <TaskProgress task={task} />
        </div>
      ))}
    </Part>
  );
}
