import HourglassIcon from '@mui/icons-material/HourglassEmptyOutlined';
import { Badge, Box, IconButton, Popover, Stack, Tooltip, Typography } from '@mui/material';
import { useState } from 'react';
import { Link, useCreatePath, useGetList, usePermissions, useTranslate } from 'react-admin';
import type { Task } from '../../contract/managed/tasks.ts';
import { TaskProgress } from './task-progress.tsx';
import { TaskName } from './tasks.tsx';

/**
 * The polling intervals in milliseconds: short while a task is in progress, and otherwise long, in case another
 * organiser starts a task.
 */
const soon = 2000;
const later = 30_000;

/** Shows the progress of the newest task in the app bar of every page. */
export function TaskTray() {
  const { permissions } = usePermissions();
  return permissions === 'organiser' ? <Tray /> : null;
}

function Tray() {
  const translate = useTranslate();
  const createPath = useCreatePath();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { data = [] } = useGetList<Task & { id: number }>(
    'tasks',
    { pagination: { page: 1, perPage: 5 }, sort: { field: 'id', order: 'DESC' } },
    { refetchInterval: ({ state }) => (state.data?.data.some(isUnderWay) ? soon : later) },
  );
  const count = data.filter(isUnderWay).length;
  const name = translate('resources.tasks.name', { smart_count: 2 });
  return (
    <>
      <Tooltip title={name}>
        <IconButton color="inherit" aria-label={name} onClick={(event) => setAnchor(event.currentTarget)}>
          <Badge badgeContent={count} color="primary">
            <HourglassIcon />
          </Badge>
        </IconButton>
      </Tooltip>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      >
        <Stack spacing={1.5} sx={{ p: 2, width: 320, maxWidth: '90vw' }}>
          {data.length === 0 && <Typography>{translate('resources.tasks.none')}</Typography>}
          {data.map((task) => (
            <Box key={task.id}>
              <Typography variant="body2">
                <TaskName task={task} />
              </Typography>
              <TaskProgress task={task} />
            </Box>
          ))}
          <Link to={createPath({ resource: 'tasks', type: 'list' })} onClick={() => setAnchor(null)}>
            {translate('resources.tasks.all')}
          </Link>
        </Stack>
      </Popover>
    </>
  );
}

const isUnderWay = ({ state }: Pick<Task, 'state'>) => state === 'waiting' || state === 'running';
