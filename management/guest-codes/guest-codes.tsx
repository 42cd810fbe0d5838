import CodeIcon from '@mui/icons-material/ConfirmationNumberOutlined';
import PrintIcon from '@mui/icons-material/PrintOutlined';
import { Box, Button } from '@mui/material';
import {
  AutocompleteInput,
  DataTable,
  DateTimeInput,
  FunctionField,
  type RaRecord,
  ReferenceInput,
  type ResourceProps,
  SearchInput,
  TextArrayInput,
  TextInput,
  useLocaleState,
  useRecordContext,
  useTranslate,
} from 'react-admin';
import { sheet } from '../../contract/managed/guest-codes.ts';
import { MomentField } from '../kit/moment-field.tsx';
import { NumberInput } from '../kit/number-input.tsx';
import { basePath } from '../kit/page.ts';
import { CreatePage, EditPage, ListPage } from '../kit/pages.tsx';

const filters = [
  <SearchInput key="q" source="q" alwaysOn />,
  <ReferenceInput key="teamId" source="teamId" reference="teams">
    <AutocompleteInput />
  </ReferenceInput>,
];

const used = ({ uses, maximumUses }: RaRecord) => (maximumUses ? `${uses} / ${maximumUses}` : uses);

function GuestCodeList() {
  const translate = useTranslate();
  return (
    <ListPage
      filters={filters}
      sort={{ field: 'code', order: 'ASC' }}
      primary={({ code }) => code}
      secondary={({ team, ...code }) =>
        [
          translate('resources.guest-codes.usedTimes', {
            smart_count: code.uses,
            used: used(code as RaRecord),
          }),
          team,
        ]
          .filter(Boolean)
          .join(' · ')
      }
    >
      <DataTable.Col source="code" />
      <DataTable.Col source="team" />
      <DataTable.Col source="validFrom">
        <MomentField source="validFrom" />
      </DataTable.Col>
      <DataTable.Col source="validUntil">
        <MomentField source="validUntil" />
      </DataTable.Col>
      <DataTable.Col source="uses">
        <FunctionField render={used} />
      </DataTable.Col>
      <DataTable.Col label={false}>
        <SheetLink />
      </DataTable.Col>
    </ListPage>
  );
}

/** Shows the link to a printable poster in the language of the app. */
function SheetLink() {
  const translate = useTranslate();
  const [locale] = useLocaleState();
  const record = useRecordContext();
  if (!record) return null;
  const href = basePath.slice(0, -1) + sheet.path.replace(':id', String(record.id));
  return (
    <Button
      href={`${href}?locale=${locale}`}
      target="_blank"
      rel="noopener"
      startIcon={<PrintIcon />}
      onClick={(event) => event.stopPropagation()}
    >
      {translate('resources.guest-codes.sheet')}
    </Button>
  );
}

/** Converts the value of a field for date and time to the API's format; null if the field is empty. */
const moment = (text: string) => (text ? new Date(text).toISOString() : null);

const inputs = (
  <>
    <TextInput
      source="code"
      helperText="resources.guest-codes.codeHint"
      defaultValue=""
      format={(code) => code ?? ''}
      parse={(code) => code}
    />
    <DateTimeInput source="validFrom" parse={moment} defaultValue={null} />
    <DateTimeInput source="validUntil" parse={moment} defaultValue={null} />
    <NumberInput source="maximumUses" min={1} defaultValue={null} />
    <TextArrayInput
      source="allowedMailDomains"
      helperText="resources.guest-codes.domainHint"
      defaultValue={[]}
    />
    <ReferenceInput source="teamId" reference="teams">
      <AutocompleteInput defaultValue={null} />
    </ReferenceInput>
  </>
);

/** The codes with which people sign up. */
export const guestCodes: ResourceProps = {
  name: 'guest-codes',
  icon: CodeIcon,
  list: GuestCodeList,
  edit: () => (
    <EditPage>
      <Box sx={{ mb: 2 }}>
        <SheetLink />
      </Box>
      {inputs}
    </EditPage>
  ),
  create: () => <CreatePage>{inputs}</CreatePage>,
  recordRepresentation: 'code',
};
