import LockIcon from '@mui/icons-material/EventBusyOutlined';
import TeamIcon from '@mui/icons-material/GroupsOutlined';
import { useEffect, useState } from 'react';
import {
  AutocompleteInput,
  DataTable,
  DateField,
  DateInput,
  Labeled,
  ReferenceInput,
  type ResourceProps,
  required,
  SearchInput,
  TextField,
  TextInput,
  useRecordContext,
  useTranslate,
} from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import * as managed from '../../contract/managed/teams.ts';
import { ActionDialog } from '../kit/action-dialog.tsx';
import { call } from '../kit/call.ts';
import { CreatePage, EditPage, ListPage } from '../kit/pages.tsx';
import { PersonInput } from '../people/person-input.tsx';
import { TeamMembers } from './team-members.tsx';
import { TeamsOff } from './teams-off.tsx';

const filters = [<SearchInput key="q" source="q" alwaysOn />];

function TeamList() {
  const translate = useTranslate();
  return (
    <>
      <TeamsOff />
      <ListPage
        filters={filters}
        sort={{ field: 'name', order: 'ASC' }}
        actions={<LockDates />}
        primary={({ name }) => name}
        secondary={({ captain, members }) =>
          [translate('resources.teams.ofMembers', { smart_count: members }), captain]
            .filter(Boolean)
            .join(' · ')
        }
      >
        <DataTable.Col source="name" />
        <DataTable.Col source="captain" />
        <DataTable.NumberCol source="members" />
        <DataTable.NumberCol
          source="kilometers"
          options={{ minimumFractionDigits: 2, maximumFractionDigits: 2 }}
        />
        <DataTable.Col source="createdAt">
          <DateField source="createdAt" />
        </DataTable.Col>
      </ListPage>
    </>
  );
}

/** Shows the form for the days on which people cannot change teams themselves. */
function LockDates() {
  const translate = useTranslate();
  const [lock, setLock] = useState<FieldValues>();
  useEffect(() => {
    call(managed.lock, {}).then(setLock, () => setLock({}));
  }, []);
  if (!lock) return null;
  const act = async ({ from, until }: FieldValues) => {
    setLock(await call(managed.setLock, { body: { from: from || null, until: until || null } }));
    return translate('app.saved');
  };
  return (
    <ActionDialog
      label="resources.teams.lock"
      icon={<LockIcon />}
      confirm="resources.teams.lockSave"
      text="resources.teams.lockHint"
      defaultValues={lock}
      act={act}
    >
      <DateInput source="from" label="resources.teams.lockFrom" />
      <DateInput source="until" label="resources.teams.lockUntil" />
    </ActionDialog>
  );
}

function HandOver() {
  const translate = useTranslate();
  const team = useRecordContext();
  if (!team) return null;
  const act = async ({ personId, reason }: FieldValues) => {
    await call(managed.handOver, { params: { id: team.id }, body: { personId, reason } });
    return translate('resources.teams.handedOver');
  };
  return (
    <ActionDialog label="resources.teams.handOver" text="resources.teams.handOverHint" act={act}>
      <ReferenceInput source="personId" reference="people" filter={{ teamId: team.id }}>
        <AutocompleteInput label="resources.teams.fields.captain" validate={required()} />
      </ReferenceInput>
      <TextInput source="reason" label="app.reason" helperText="app.reasonHelp" />
    </ActionDialog>
  );
}

/** The teams with their names and captains, and the days on which teams are locked. */
export const teams: ResourceProps = {
  name: 'teams',
  icon: TeamIcon,
  list: TeamList,
  edit: () => (
    <EditPage canRemove={false}>
      <TextInput source="name" validate={required()} />
      <Labeled>
        <TextField source="captain" emptyText="—" />
      </Labeled>
      <TeamMembers />
      <HandOver />
    </EditPage>
  ),
  create: () => (
    <CreatePage>
      <TextInput source="name" validate={required()} />
      <PersonInput source="captainId" helperText="resources.teams.captainHint" />
    </CreatePage>
  ),
  recordRepresentation: 'name',
};
