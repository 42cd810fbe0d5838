import RunIcon from '@mui/icons-material/DirectionsRun';
import { Alert } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import {
  BooleanInput,
  DataTable,
  DateField,
  DateInput,
  Edit,
  FormDataConsumer,
  FunctionField,
  type RaRecord,
  type ResourceProps,
  required,
  SaveButton,
  SearchInput,
  SelectInput,
  SimpleForm,
  TextInput,
  Toolbar,
  useLocaleState,
  useNotify,
  useRecordContext,
  useRedirect,
  useTranslate,
} from 'react-admin';
import { amountTypes, mostKilometers, mostSteps, motorSpeed, sources } from '../../contract/activities.ts';
import type { ManagedActivity } from '../../contract/managed/activities.ts';
import * as sports from '../../contract/sports.ts';
import { useActivityFormat } from '../kit/activity-format.ts';
import { call } from '../kit/call.ts';
import { FreshRecord } from '../kit/fresh-record.tsx';
import { NumberInput } from '../kit/number-input.tsx';
import { ListPage, readable } from '../kit/pages.tsx';
import { TimeInput } from '../kit/time-input.tsx';
import { NoMailNotice } from '../outbox/no-mail-notice.tsx';
import { PersonInput } from '../people/person-input.tsx';
import { ActivityLookUp, ByReasonNotice } from './activity-look-up.tsx';
import { ActivityRemoval } from './activity-removal.tsx';

const typeChoices = amountTypes.map((id) => ({ id, name: `app.amountTypes.${id}` }));
const sourceName = (source: string | null) =>
  source === null ? 'app.sources.hidden' : /^[a-z]/.test(source) ? `app.sources.${source}` : source;

const filters = [
  <SearchInput key="q" source="q" alwaysOn />,
  <DateInput key="from" source="from" alwaysOn />,
  <DateInput key="to" source="to" alwaysOn />,
  <PersonInput key="personId" source="personId" />,
  <SportInput key="sport" source="sport" />,
  <SelectInput key="amountType" source="amountType" choices={typeChoices} />,
  <SelectInput
    key="source"
    source="source"
    choices={sources.map((id) => ({ id, name: sourceName(id) }))}
    translateChoice
  />,
];

/** Shows the field for the sport: one of the available sports, or the activity's current sport. */
function SportInput(props: { source: string; disabled?: boolean; validate?: ReturnType<typeof required> }) {
  const [locale] = useLocaleState();
  const format = useActivityFormat();
  const record = useRecordContext();
  const { data } = useQuery({ queryKey: ['all-sports'], queryFn: () => call(sports.list, {}) });
  const choosable = (data?.['hydra:member'] ?? []).map((sport) => ({
    id: sport['@id'],
    name: format.sport({ sportLabels: sport.labels }) || sport.name,
  }));
  const isListed = !record?.sport || choosable.some(({ id }) => id === record.sport);
  const own = isListed
    ? []
    : [{ id: record.sport, name: format.sport(record as unknown as ManagedActivity) || record.sportName }];
  const choices = [...choosable, ...own].sort((one, other) => one.name.localeCompare(other.name, locale));
  return <SelectInput {...props} choices={choices} isPending={!data} translateChoice={false} />;
}

function ActivityList() {
  const format = useActivityFormat();
  const translate = useTranslate();
  const asActivity = (record: RaRecord) => record as unknown as ManagedActivity;
  return (
    <>
      <ByReasonNotice />
      <ListPage
        filters={filters}
        canCreate={false}
        actions={<ActivityLookUp />}
        // The button to look up activities is also needed when the list is empty.
        empty={false}
        sort={{ field: 'performedAt', order: 'DESC' }}
        primary={(record) => `${record.person} · ${format.sport(asActivity(record))}`}
        secondary={(record) =>
          `${format.day(asActivity(record))} · ${format.amount(asActivity(record))} · ${format.counted(asActivity(record))}`
        }
      >
        <DataTable.Col source="performedAt">
          <DateField source="performedAt" options={{ timeZone: 'UTC' }} />
        </DataTable.Col>
        <DataTable.Col source="person" />
        <DataTable.Col source="sportName" label="resources.activities.fields.sport">
          <FunctionField
            render={(record: RaRecord) => format.sport(asActivity(record)) || record.sportName}
          />
        </DataTable.Col>
        <DataTable.Col source="amountType" disableSort>
          <FunctionField render={(record: RaRecord) => format.amount(asActivity(record))} />
        </DataTable.Col>
        <DataTable.NumberCol
          source="challengeKms"
          options={{ minimumFractionDigits: 2, maximumFractionDigits: 2 }}
        />
        <DataTable.Col source="source" disableSort>
          <FunctionField
            render={({ source }: RaRecord) => translate(sourceName(source), { _: source ?? '' })}
          />
        </DataTable.Col>
        <DataTable.Col source="correction" disableSort>
          <FunctionField render={({ correction }: RaRecord) => reasonText(translate, correction)} />
        </DataTable.Col>
      </ListPage>
    </>
  );
}

/** Returns the reason for a decision as text. For a recording at motor speed, the stored reason is a code. */
const reasonText = (translate: ReturnType<typeof useTranslate>, reason: string | null) =>
  reason === motorSpeed ? translate('app.activity.motorSpeed') : reason;

/** Shows the information next to the form: the activity's sources, and earlier decisions about the activity. */
function About() {
  const record = useRecordContext<ManagedActivity & RaRecord>();
  const translate = useTranslate();
  if (!record) return null;
  return (
    <>
      {record.source !== 'manual' && (
        <Alert severity="info" sx={{ mb: 2.5 }}>
          {translate(record.source === null ? 'app.activity.hidden' : 'app.activity.received')}
        </Alert>
      )}
      {record.correction && (
        <Alert severity="warning" sx={{ mb: 2.5 }}>
          {translate('app.activity.correctedBefore', { reason: reasonText(translate, record.correction) })}
        </Alert>
      )}
    </>
  );
}

function Fields() {
  const isReceived = useRecordContext()?.source !== 'manual';
  const received = { disabled: isReceived };
  return (
    <>
      <DateInput source="performedAt" validate={required()} {...received} />
      <SportInput source="sport" validate={required()} {...received} />
      <SelectInput source="amountType" choices={typeChoices} validate={required()} {...received} />
      <FormDataConsumer>
        {({ formData: { amountType } }) =>
          amountType === 'time' ? (
            <TimeInput source="time" {...received} />
          ) : amountType === 'km' ? (
            <NumberInput source="kilometers" max={mostKilometers} validate={required()} {...received} />
          ) : (
            <NumberInput source="steps" isWhole max={mostSteps} validate={required()} {...received} />
          )
        }
      </FormDataConsumer>
      <BooleanInput source="counts" />
      <TextInput
        source="reason"
        multiline
        minRows={2}
        validate={required()}
        helperText="app.activity.reasonHelp"
        slotProps={{ htmlInput: { maxLength: 500 } }}
      />
    </>
  );
}

function CorrectionBar() {
  return (
    <Toolbar sx={{ justifyContent: 'space-between', gap: 1, flexWrap: 'wrap' }}>
      <SaveButton label="app.activity.correct" />
      <ActivityRemoval />
    </Toolbar>
  );
}

function Title() {
  const record = useRecordContext<ManagedActivity & RaRecord>();
  const format = useActivityFormat();
  return record ? `${record.person} · ${format.day(record)}` : null;
}

function ActivityEdit() {
  const notify = useNotify();
  const redirect = useRedirect();
  return (
    <Edit
      mutationMode="pessimistic"
      title={<Title />}
      sx={{ '& .RaEdit-card': readable }}
      mutationOptions={{
        onSuccess: () => {
          notify('app.activity.corrected', { type: 'success' });
          redirect('list', 'activities');
        },
      }}
    >
      <FreshRecord>
        <SimpleForm warnWhenUnsavedChanges toolbar={<CorrectionBar />} sx={readable}>
          <About />
          <NoMailNotice />
          <Fields />
        </SimpleForm>
      </FreshRecord>
    </Edit>
  );
}

/** The activities of all people, which organisers can search, and correct or delete with a reason. */
export const activities: ResourceProps = {
  name: 'activities',
  icon: RunIcon,
  list: ActivityList,
  edit: ActivityEdit,
};
