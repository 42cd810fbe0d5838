import { LinearProgress } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { one } from '../../contract/managed/tasks.ts';
import { call } from '../kit/call.ts';
import { TaskProgress } from './task-progress.tsx';

/** Shows the progress of a task, and polls every second until the task ends. Calls `onDone` if the task succeeds. */
export function WatchedTask({ id, onDone }: { id: number; onDone?: () => void }) {
  const { data: task } = useQuery({
    queryKey: ['tasks', 'watched', id],
    queryFn: () => call(one, { params: { id } }),
    refetchInterval: ({ state }) =>
      state.data?.state === 'done' || state.data?.state === 'failed' ? false : 1000,
  });
  const isDone = task?.state === 'done';
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports once, with the values at that time
  useEffect(() => {
    if (isDone) onDone?.();
  }, [isDone]);
  return task ? <TaskProgress task={task} /> : <LinearProgress sx={{ width: '100%' }} />;
}
