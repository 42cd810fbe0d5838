import PeopleIcon from '@mui/icons-material/PeopleOutlined';
import { Alert } from '@mui/material';
import {
  AutocompleteInput,
  BooleanInput,
  DataTable,
  DateField,
  Labeled,
  NumberField,
  type RaRecord,
  ReferenceInput,
  type ResourceProps,
  required,
  SearchInput,
  SelectField,
  SelectInput,
  TextField,
  TextInput,
  useLocaleState,
  useRecordContext,
  useTranslate,
} from 'react-admin';
import { languages } from '../../contract/kit/fields.ts';
import { states } from '../../contract/managed/people.ts';
import { roles } from '../../contract/roles.ts';
import { CreatePage, EditPage, ListPage } from '../kit/pages.tsx';
import { NoMailNotice } from '../outbox/no-mail-notice.tsx';
import { InviteAgain } from './invite-again.tsx';
import { ExportPeople, ImportLink, PersonActions } from './person-actions.tsx';
import { EraseSelected, VisibleSelection } from './person-erasure.tsx';

const roleChoices = roles.map((id) => ({ id, name: `resources.people.roles.${id}` }));
const stateChoices = states.map((id) => ({ id, name: `resources.people.states.${id}` }));
const languageChoices = languages.map((id) => ({ id, name: `ra.locales.${id}` }));

const filters = [
  <SearchInput key="q" source="q" alwaysOn />,
  <SelectInput key="state" source="state" choices={stateChoices} />,
  <SelectInput key="role" source="role" choices={roleChoices} />,
  <ReferenceInput key="teamId" source="teamId" reference="teams">
    <AutocompleteInput />
  </ReferenceInput>,
  <TextInput key="department" source="department" />,
  <TextInput key="location" source="location" />,
  <SelectInput key="language" source="language" choices={languageChoices} />,
];

const nameOf = ({ givenName, surname }: Partial<RaRecord>) => `${givenName} ${surname}`;

function State({ state }: { state: string }) {
  const translate = useTranslate();
  return translate(`resources.people.states.${state}`);
}

function PersonList() {
  return (
    <ListPage
      filters={filters}
      sort={{ field: 'surname', order: 'ASC' }}
      exportButton={<ExportPeople />}
      actions={
        <>
          <ImportLink />
          <InviteAgain />
          <VisibleSelection />
        </>
      }
      bulkActions={<EraseSelected />}
      primary={nameOf}
      secondary={({ email, state }) => (
        <>
          {email} · <State state={state} />
        </>
      )}
    >
      <DataTable.Col source="givenName" />
      <DataTable.Col source="surname" />
      <DataTable.Col source="email" />
      <DataTable.Col source="state">
        <SelectField source="state" choices={stateChoices} />
      </DataTable.Col>
      <DataTable.Col source="role">
        <SelectField source="role" choices={roleChoices} />
      </DataTable.Col>
      <DataTable.Col source="team" />
      <DataTable.Col source="department" />
      <DataTable.NumberCol
        source="kilometers"
        options={{ minimumFractionDigits: 2, maximumFractionDigits: 2 }}
      />
      <DataTable.Col source="memberSince">
        <DateField source="memberSince" />
      </DataTable.Col>
    </ListPage>
  );
}

function NewPerson() {
  const [locale] = useLocaleState();
  return (
    <CreatePage>
      <TextInput source="givenName" validate={required()} />
      <TextInput source="surname" validate={required()} />
      <TextInput source="email" type="email" validate={required()} />
      <SelectInput
        source="language"
        choices={languageChoices}
        defaultValue={locale}
        validate={required()}
        helperText="resources.people.languageHint"
      />
      <ReferenceInput source="teamId" reference="teams">
        <AutocompleteInput defaultValue={null} />
      </ReferenceInput>
      <BooleanInput source="invite" defaultValue={true} helperText="resources.people.inviteHint" />
      <NoMailNotice />
    </CreatePage>
  );
}

/** Shows the inputs for name and email address, which are read-only if the company's directory provides the account. */
function ProvidedInputs() {
  const translate = useTranslate();
  const isProvided = useRecordContext()?.provisioned === true;
  const input = { validate: required(), readOnly: isProvided };
  return (
    <>
      {isProvided && (
        <Alert severity="info" variant="outlined" sx={{ mb: 2 }}>
          {translate('resources.people.provisioned')}
        </Alert>
      )}
      <TextInput source="givenName" {...input} />
      <TextInput source="surname" {...input} />
      <TextInput source="email" type="email" {...input} />
    </>
  );
}

/** Shows where a person works, if that is known. */
function Workplace() {
  const person = useRecordContext();
  return (['department', 'location'] as const)
    .filter((source) => person?.[source])
    .map((source) => (
      <Labeled key={source}>
        <TextField source={source} />
      </Labeled>
    ));
}

/** The people on the platform, and whether they can sign in. */
export const people: ResourceProps = {
  name: 'people',
  icon: PeopleIcon,
  list: PersonList,
  edit: () => (
    <EditPage canRemove={false}>
      <ProvidedInputs />
      <SelectInput source="language" choices={languageChoices} validate={required()} />
      <SelectInput source="role" choices={roleChoices} validate={required()} />
      <Labeled>
        <SelectField source="state" choices={stateChoices} />
      </Labeled>
      <Labeled>
        <TextField source="team" emptyText="—" />
      </Labeled>
      <Workplace />
      <Labeled>
        <NumberField source="kilometers" options={{ minimumFractionDigits: 2, maximumFractionDigits: 2 }} />
      </Labeled>
      <PersonActions />
    </EditPage>
  ),
  create: () => <NewPerson />,
  recordRepresentation: (person) => nameOf(person),
};
