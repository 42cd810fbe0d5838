import HistoryIcon from '@mui/icons-material/HistoryOutlined';
import {
  DataTable,
  DateField,
  FunctionField,
  Labeled,
  type RaRecord,
  type ResourceProps,
  SearchInput,
  Show,
  SimpleShowLayout,
  TextField,
  TextInput,
  useTranslate,
} from 'react-admin';
import { ChangeValues } from './change-values.tsx';
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

function ChangeShow() {
  return (
    <Show actions={false}>
      <SimpleShowLayout>
        <DateField source="at" showTime />
        <Labeled source="actor">
          <Actor />
        </Labeled>
        <Labeled source="action">
          <Action />
        </Labeled>
        <Labeled source="resource">
          <Subject />
        </Labeled>
        <TextField source="reason" emptyText="—" />
        <ChangeValues />
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
