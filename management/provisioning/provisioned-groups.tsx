import DirectoryIcon from '@mui/icons-material/BadgeOutlined';
import { Box, Typography } from '@mui/material';
import {
  AutocompleteInput,
  DataTable,
  Labeled,
  NumberField,
  ReferenceInput,
  type ResourceProps,
  SelectField,
  SelectInput,
  TextField,
  useTranslate,
} from 'react-admin';
import { scimPath } from '../../contract/managed/provisioning.ts';
import { managementRoles } from '../../contract/roles.ts';
import { MomentField } from '../kit/moment-field.tsx';
import { basePath } from '../kit/page.ts';
import { EditPage, ListPage } from '../kit/pages.tsx';
import { Code, DirectoryTokens } from './directory-tokens.tsx';

const prefix = 'resources.provisioned-groups';
const roleChoices = managementRoles.map((id) => ({ id, name: `${prefix}.roles.${id}` }));

/** The address that directories call. */
const address = `${window.location.origin}${basePath.slice(0, -1)}${scimPath}`;

function DirectoryPage() {
  const translate = useTranslate();
  return (
    <>
      <Typography sx={{ mt: 2, maxWidth: '75ch' }}>{translate(`${prefix}.intro`)}</Typography>
      <Box component="dl" sx={{ my: 2 }}>
        <Typography component="dt" variant="body2" color="text.secondary">
          {translate(`${prefix}.address`)}
        </Typography>
        <Box component="dd" sx={{ m: 0 }}>
          <Code>{address}</Code>
        </Box>
      </Box>
      <DirectoryTokens />
      <Typography component="h2" variant="h6">
        {translate(`${prefix}.groups`)}
      </Typography>
      <Typography variant="body2" color="text.secondary" sx={{ maxWidth: '75ch' }}>
        {translate(`${prefix}.groupsHint`)}
      </Typography>
      <ListPage
        sort={{ field: 'displayName', order: 'ASC' }}
        canCreate={false}
        exportButton={false}
        empty={<NoGroups />}
        primary={({ displayName }) => displayName}
        secondary={({ role, team }) =>
          [role && translate(`${prefix}.roles.${role}`), team].filter(Boolean).join(' · ') ||
          translate(`${prefix}.none`)
        }
      >
        <DataTable.Col source="displayName" />
        <DataTable.NumberCol source="members" />
        <DataTable.Col source="role">
          <SelectField source="role" choices={roleChoices} emptyText="—" />
        </DataTable.Col>
        <DataTable.Col source="team">
          <TextField source="team" emptyText="—" />
        </DataTable.Col>
        <DataTable.Col source="changedAt">
          <MomentField source="changedAt" />
        </DataTable.Col>
      </ListPage>
    </>
  );
}

function NoGroups() {
  return (
    <Typography color="text.secondary" sx={{ my: 2 }}>
      {useTranslate()(`${prefix}.noGroups`)}
    </Typography>
  );
}

/**
 * The company's directory: its tokens, its groups, and the role and team that each group gives to its
 * members.
 */
export const provisionedGroups: ResourceProps = {
  name: 'provisioned-groups',
  icon: DirectoryIcon,
  list: DirectoryPage,
  edit: () => (
    <EditPage canRemove={false}>
      <Labeled>
        <TextField source="displayName" />
      </Labeled>
      <Labeled>
        <NumberField source="members" />
      </Labeled>
      <SelectInput
        source="role"
        choices={roleChoices}
        resettable
        parse={(role) => role || null}
        helperText={`${prefix}.roleHint`}
      />
      <ReferenceInput source="teamId" reference="teams">
        <AutocompleteInput helperText={`${prefix}.teamHint`} />
      </ReferenceInput>
    </EditPage>
  ),
  recordRepresentation: 'displayName',
};
