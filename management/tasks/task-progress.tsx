import { Box, LinearProgress, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { Task } from '../../contract/managed/tasks.ts';
import { useActivityFormat } from '../kit/activity-format.ts';

/** Shows the progress of a task as a bar and as text. */
export function TaskProgress({ task }: { task: Pick<Task, 'state' | 'done' | 'total' | 'problem'> }) {
  const translate = useTranslate();
  const format = useActivityFormat();
  const { state, done, total, problem } = task;
  const stateText =
    state === 'running' && total
      ? translate('resources.tasks.progress', { done: format.number(done), total: format.number(total) })
      : translate(`resources.tasks.states.${state}`);
  const label =
    state === 'failed'
      ? translate('resources.tasks.about', {
          kind: stateText,
          subject: translate(`resources.tasks.problems.${problem}`, { _: problem }),
        })
      : stateText;
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
