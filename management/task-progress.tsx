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
  );
}
