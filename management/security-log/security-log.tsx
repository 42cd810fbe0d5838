import ShieldIcon from '@mui/icons-material/ShieldOutlined';
import {
  DataTable,
  FunctionField,
  Labeled,
  type RaRecord,
  type ResourceProps,
  SearchInput,
  SelectInput,
  Show,
  SimpleShowLayout,
  TextField,
  useTranslate,
} from 'react-admin';
import { securityEventKinds } from '../../contract/managed/security-events.ts';
import { MomentField } from '../kit/moment-field.tsx';
import { ListPage } from '../kit/pages.tsx';
import { PersonInput } from '../people/person-input.tsx';

const kindChoices = securityEventKinds.map((id) => ({ id, name: `resources.security-events.kinds.${id}` }));

const filters = [
  <SearchInput key="q" source="q" alwaysOn />,
  <SelectInput key="kind" source="kind" choices={kindChoices} alwaysOn />,
  <PersonInput key="personId" source="personId" />,
];

/** Shows the event, its details, and how often the event happened. */
function What() {
  const translate = useTranslate();
  const label = (group: string, name: string) => translate(`resources.security-events.${group}.${name}`);
  return (
    <FunctionField
      source="kind"
      render={({ kind, detail, times }: RaRecord) => {
        const what = detail ? `${label('kinds', kind)} · ${label('details', detail)}` : label('kinds', kind);
        return times > 1 ? `${what} · ${times}×` : what;
      }}
    />
  );
}

/**
 * Shows the account that an event is about. Empty if an unknown person failed to sign in, or if the account has since
 * been erased.
 */
function Whose() {
  const translate = useTranslate();
  return (
    <FunctionField
      source="person"
      render={({ kind, person }: RaRecord) =>
        person ??
        translate(`resources.security-events.${kind === 'sign-in-failed' ? 'nobody' : 'erasedAccount'}`)
      }
    />
  );
}

/** Shows the person who caused the event, unless it was the account's owner. */
function Actor() {
  return <FunctionField source="actor" render={({ actor }: RaRecord) => actor ?? '—'} />;
}

function SecurityEventList() {
  const translate = useTranslate();
  return (
    <ListPage
      filters={filters}
      canCreate={false}
      rowClick="show"
      sort={{ field: 'at', order: 'DESC' }}
      primary={() => <What />}
      secondary={({ actor }) => (
        <>
          <MomentField source="at" /> · <Whose />
          {actor && ` · ${translate('resources.security-events.by', { actor })}`}
        </>
      )}
    >
      <DataTable.Col source="at">
        <MomentField source="at" />
      </DataTable.Col>
      <DataTable.Col source="kind">
        <What />
      </DataTable.Col>
      <DataTable.Col source="person">
        <Whose />
      </DataTable.Col>
      <DataTable.Col source="actor" disableSort>
        <Actor />
      </DataTable.Col>
      <DataTable.Col source="network" disableSort />
      <DataTable.Col source="browser" disableSort />
    </ListPage>
  );
}

function SecurityEventShow() {
  return (
    <Show actions={false}>
      <SimpleShowLayout>
        <MomentField source="at" />
        <Labeled source="kind">
          <What />
        </Labeled>
        <Labeled source="person">
          <Whose />
        </Labeled>
        <TextField source="actor" emptyText="—" />
        <TextField source="network" emptyText="—" />
        <TextField source="browser" emptyText="—" />
      </SimpleShowLayout>
    </Show>
  );
}

/** The security events of the last 90 days; read-only. */
export const securityEvents: ResourceProps = {
  name: 'security-events',
  icon: ShieldIcon,
  list: SecurityEventList,
  show: SecurityEventShow,
};
