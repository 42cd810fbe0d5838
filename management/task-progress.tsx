import { Box, LinearProgress, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { Task } from '../contract/managed/tasks.ts';

/** How far a task has come, in a bar and in words. */
export function TaskProgress({ task }: { task: Pick<Task, 'state' | 'done' | 'total' | 'problem'> }) {
  const translate = useTranslate();
  const { state, done, total, problem } = task;
  const words =
    state === 'running' && total
      ? translate('resources.tasks.progress', { done: done.toLocaleString(), total: total.toLocaleString() })
      : translate(`resources.tasks.states.${state}`);
  const label =
    state === 'failed'
      ? `${words}: ${translate(`resources.tasks.problems.${problem}`, { _: problem })}`
      : words;
  return (
    <Box sx={{ minWidth: 160 }}>
      {(state === 'running' || state === 'waiting') && (
        <LinearProgress
          aria-label={label}
          {...(state === 'running' && total
            ? { variant: 'determinate' as const, value: Math.min(100, (100 * done) / total) }
            : {})}
        />
      )}
      <Typography variant="body2" color={state === 'failed' ? 'error' : 'textSecondary'}>
        {label}
      </Typography>
    </Box>
import { Alert, LinearProgress, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { one } from '../contract/managed/tasks.ts';
import { call } from './kit/call.ts';

/** How far a task has come; asked for every second until it is over. */
export function TaskProgress({ id }: { id: number }) {
  const translate = useTranslate();
  const { data: task } = useQuery({
    queryKey: ['tasks', 'progress', id],
    queryFn: () => call(one, { params: { id } }),
    refetchInterval: ({ state }) =>
      state.data?.state === 'done' || state.data?.state === 'failed' ? false : 1000,
  });
  if (!task) return <LinearProgress sx={{ width: '100%' }} />;
  if (task.state === 'done')
    return <Alert severity="success">{translate('app.task.done', { smart_count: task.done })}</Alert>;
  if (task.state === 'failed') return <Alert severity="error">{translate('app.task.failed')}</Alert>;
  const { done, total } = task;
  return (
    <Stack sx={{ width: '100%' }}>
      <LinearProgress
        aria-label={translate('app.task.running')}
        {...(total ? { variant: 'determinate' as const, value: (done / total) * 100 } : {})}
      />
      <Typography role="status">{total ? `${done} / ${total}` : translate('app.task.waiting')}</Typography>
    </Stack>
  );
}
