import TaskIcon from '@mui/icons-material/HourglassEmptyOutlined';
import { Button } from '@mui/material';
import {
  DataTable,
  FunctionField,
  type ResourceProps,
  SelectInput,
  useNotify,
  useRefresh,
  useTranslate,
} from 'react-admin';
import { retry, type Task, taskStates } from '../../contract/managed/tasks.ts';
import { call } from '../kit/call.ts';
import { MomentField } from '../kit/moment-field.tsx';
import { ListPage } from '../kit/pages.tsx';
import { PollWhileBusy } from '../kit/poll-list.tsx';
import { TaskProgress } from './task-progress.tsx';

const filters = [
  <SelectInput
    key="state"
    source="state"
    choices={taskStates.map((id) => ({ id, name: `resources.tasks.states.${id}` }))}
    alwaysOn
  />,
];

const isUnderWay = ({ state }: Task) => state === 'waiting' || state === 'running';

/** Shows the button to resume a failed task. */
function Retry({ task }: { task: Task }) {
  const translate = useTranslate();
  const notify = useNotify();
  const refresh = useRefresh();
  if (task.state !== 'failed') return null;
  const again = () =>
    call(retry, { params: { id: task.id } })
      .then(refresh)
      .catch((error: Error) => notify(error.message, { type: 'error' }));
  return <Button onClick={again}>{translate('resources.tasks.retry')}</Button>;
}

/** Shows the kind and the subject of a task. */
export function TaskName({ task }: { task: Pick<Task, 'kind' | 'subject'> }) {
  const translate = useTranslate();
  const kind = translate(`resources.tasks.kinds.${task.kind}`, { _: task.kind });
  return <>{task.subject ? translate('resources.tasks.about', { kind, subject: task.subject }) : kind}</>;
}

function TaskList() {
  return (
    <ListPage
      filters={filters}
      actions={<PollWhileBusy isUnderWay={isUnderWay} />}
      canCreate={false}
      rowClick={false}
      primary={(task) => <TaskName task={task as unknown as Task} />}
      secondary={(task) => <TaskProgress task={task as unknown as Task} />}
    >
      <DataTable.Col source="kind" disableSort>
        <FunctionField render={(task: Task) => <TaskName task={task} />} />
      </DataTable.Col>
      <DataTable.Col source="state" disableSort>
        <FunctionField
          render={(task: Task) => (
            <>
              <TaskProgress task={task} />
              <Retry task={task} />
            </>
          )}
        />
      </DataTable.Col>
      <DataTable.Col source="askedBy" disableSort />
      <DataTable.Col source="askedAt" disableSort>
        <MomentField source="askedAt" />
      </DataTable.Col>
      <DataTable.Col source="finishedAt" disableSort>
        <MomentField source="finishedAt" emptyText="—" />
      </DataTable.Col>
    </ListPage>
  );
}

/** The background tasks, which continue after the person who started them has left the page. */
export const tasks: ResourceProps = { name: 'tasks', icon: TaskIcon, list: TaskList };
