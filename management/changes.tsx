import HistoryIcon from '@mui/icons-material/HistoryOutlined';
import { Box } from '@mui/material';
import {
  DataTable,
  DateField,
  FunctionField,
  type RaRecord,
  type ResourceProps,
  SearchInput,
  Show,
  SimpleShowLayout,
  TextField,
  TextInput,
  useRecordContext,
  useTranslate,
} from 'react-admin';
import { ListPage } from './kit/pages.tsx';

const filters = [
  <SearchInput key="q" source="q" alwaysOn />,
  <TextInput key="resource" source="resource" />,
  <TextInput key="resourceId" source="resourceId" />,
];

/** Who did it, or the platform itself. */
function Actor() {
  const translate = useTranslate();
  return (
    <FunctionField source="actor" render={({ actor }: RaRecord) => actor ?? translate('app.platform')} />
  );
}

/** What was changed, by the names that the menu has. */
function Subject() {
  const translate = useTranslate();
  return (
    <FunctionField
      source="resource"
      render={({ resource, resourceId }: RaRecord) =>
        `${translate(`resources.${resource}.name`, { smart_count: 1, _: resource })} ${resourceId}`
      }
    />
  );
}

function Action() {
  const translate = useTranslate();
  return (
    <FunctionField
      source="action"
      render={({ action }: RaRecord) => translate(`app.actions.${action}`, { _: action })}
    />
  );
}

function ChangeList() {
  return (
    <ListPage
      filters={filters}
      canCreate={false}
      rowClick="show"
      sort={{ field: 'at', order: 'DESC' }}
      primary={() => (
        <>
          <Action /> · <Subject />
        </>
      )}
      secondary={() => (
        <>
          <DateField source="at" showTime /> · <Actor />
        </>
      )}
    >
      <DataTable.Col source="at">
        <DateField source="at" showTime />
      </DataTable.Col>
      <DataTable.Col source="actor">
        <Actor />
      </DataTable.Col>
      <DataTable.Col source="action" disableSort>
        <Action />
      </DataTable.Col>
      <DataTable.Col source="resource">
        <Subject />
      </DataTable.Col>
      <DataTable.Col source="reason" disableSort />
    </ListPage>
  );
}

/** The values that a line keeps, each before and after. */
function Values() {
  const record = useRecordContext();
  const translate = useTranslate();
  const names = [...new Set([...Object.keys(record?.before ?? {}), ...Object.keys(record?.after ?? {})])];
  const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value, null, 1));
  return (
    <Box sx={{ overflowX: 'auto' }}>
      <Box component="table" sx={{ '& td, & th': { textAlign: 'left', verticalAlign: 'top', p: 1 } }}>
        <thead>
          <tr>
            <th>{translate('app.field')}</th>
            <th>{translate('resources.changes.fields.before')}</th>
            <th>{translate('resources.changes.fields.after')}</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row">{translate(`resources.${record?.resource}.fields.${name}`, { _: name })}</th>
              <td>{shown(record?.before?.[name])}</td>
              <td>{shown(record?.after?.[name])}</td>
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}

function ChangeShow() {
  return (
    <Show actions={false}>
      <SimpleShowLayout>
        <DateField source="at" showTime />
        <Actor />
        <Action />
        <Subject />
        <TextField source="reason" emptyText="—" />
        <Values />
      </SimpleShowLayout>
    </Show>
  );
}

/** What was changed, by whom and why; read only. */
export const changes: ResourceProps = {
  name: 'changes',
  icon: HistoryIcon,
  list: ChangeList,
  show: ChangeShow,
};
