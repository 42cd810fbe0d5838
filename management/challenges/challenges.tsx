import FlagIcon from '@mui/icons-material/FlagOutlined';
import { Alert } from '@mui/material';
import type { ReactNode } from 'react';
import {
  AutocompleteInput,
  BooleanInput,
  DataTable,
  DateField,
  DateInput,
  FormDataConsumer,
  type RaRecord,
  ReferenceInput,
  type ResourceProps,
  required,
  SearchInput,
  SelectInput,
  TextInput,
  useLocaleState,
  useRecordContext,
  useTranslate,
} from 'react-admin';
import { FoldedInputs } from '../kit/folded-inputs.tsx';
import { InEveryLanguage, inOneLanguage, TextsField, textIn } from '../kit/in-every-language.tsx';
import { NumberInput } from '../kit/number-input.tsx';
import { CreatePage, EditPage, ListPage } from '../kit/pages.tsx';
import { RichText } from '../kit/rich-text.tsx';
import { ChallengeAside } from './challenge-aside.tsx';
import { ChallengeForm } from './challenge-days.tsx';
import { ChallengeState } from './challenge-state.tsx';

const day = { timeZone: 'UTC', dateStyle: 'medium' } as const;

function ChallengeList() {
  const [locale] = useLocaleState();
  return (
    <ListPage
      filters={[<SearchInput key="q" source="q" alwaysOn />]}
      sort={{ field: 'startsOn', order: 'DESC' }}
      primary={({ name }) => textIn(name, locale)}
      secondary={() => (
        <>
          <ChallengeState /> <DateField source="startsOn" options={day} /> –{' '}
          <DateField source="endsOn" options={day} />
        </>
      )}
    >
      <DataTable.Col source="name" disableSort>
        <TextsField source="name" />
      </DataTable.Col>
      <DataTable.Col source="state" disableSort>
        <ChallengeState />
      </DataTable.Col>
      <DataTable.Col source="startsOn">
        <DateField source="startsOn" options={day} />
      </DataTable.Col>
      <DataTable.Col source="endsOn">
        <DateField source="endsOn" options={day} />
      </DataTable.Col>
      <DataTable.NumberCol source="kilometers" />
      <DataTable.NumberCol source="activities" />
    </ListPage>
  );
}

const zones = Intl.supportedValuesOf('timeZone').map((id) => ({ id, name: id.replaceAll('_', ' ') }));
const types = ['distance', 'abstraction'].map((id) => ({
  id,
  name: `resources.challenges.types.${id}`,
}));

/** Renders its children only for abstraction challenges. */
const OfAbstraction = ({ children }: { children: ReactNode }) => (
  <FormDataConsumer>{({ formData }) => (formData.type === 'abstraction' ? children : null)}</FormDataConsumer>
);

const isAbstraction = ({ type }: Record<string, unknown>) => type === 'abstraction';

function Inputs() {
  const record = useRecordContext();
  const isFrozen = Boolean(record?.frozenAt);
  return (
    <>
      {isFrozen && <FrozenNotice />}
      <InEveryLanguage>
        <TextInput source="name" validate={inOneLanguage('name')} />
        <TextInput source="eyeCatcher" helperText="resources.challenges.help.eyeCatcher" />
        <TextInput
          source="abstractionLabel"
          validate={inOneLanguage('abstractionLabel', isAbstraction)}
          helperText="resources.challenges.help.abstractionLabel"
        />
        <RichText source="introduction" helperText="resources.challenges.help.introduction" />
        <RichText source="description" />
      </InEveryLanguage>
      <DateInput source="startsOn" validate={required()} disabled={isFrozen} />
      <DateInput
        source="endsOn"
        validate={required()}
        helperText="resources.challenges.help.dates"
        disabled={isFrozen}
      />
      <NumberInput source="kilometers" min={0} validate={required()} disabled={isFrozen} />
      <SelectInput
        source="type"
        choices={types}
        defaultValue="distance"
        validate={required()}
        helperText="resources.challenges.help.type"
        disabled={isFrozen}
      />
      <OfAbstraction>
        <NumberInput
          source="abstractionConversion"
          min={0}
          helperText="resources.challenges.help.abstractionConversion"
          disabled={isFrozen}
        />
      </OfAbstraction>
      <ReferenceInput source="progressMapId" reference="progress-maps">
        <SelectInput
          resettable
          emptyText="resources.challenges.defaultMap"
          helperText="resources.challenges.help.progressMapId"
        />
      </ReferenceInput>
      <FoldedInputs title="resources.challenges.more" sources={['uri', 'timeZone', 'graceHours']}>
        <TextInput source="uri" defaultValue="" helperText="resources.challenges.help.uri" />
        <AutocompleteInput
          source="timeZone"
          choices={zones}
          defaultValue="Europe/Brussels"
          validate={required()}
          disabled={isFrozen}
        />
        <NumberInput
          source="graceHours"
          defaultValue={72}
          min={0}
          max={720}
          validate={required()}
          helperText="resources.challenges.help.graceHours"
          disabled={isFrozen}
        />
      </FoldedInputs>
    </>
  );
}

/** Explains why some fields of a frozen challenge are read-only. */
function FrozenNotice() {
  const translate = useTranslate();
  return (
    <Alert severity="info" sx={{ mb: 2 }}>
      {translate('resources.challenges.frozenFields')}
    </Alert>
  );
}

/** The challenges, with their texts, dates and results. */
export const challenges: ResourceProps = {
  name: 'challenges',
  icon: FlagIcon,
  list: ChallengeList,
  edit: () => (
    <EditPage aside={<ChallengeAside />} form={ChallengeForm}>
      <Inputs />
    </EditPage>
  ),
  create: () => (
    <CreatePage form={ChallengeForm}>
      <Inputs />
      <BooleanInput source="hidden" helperText="resources.challenges.help.hidden" />
    </CreatePage>
  ),
  recordRepresentation: ({ name }: RaRecord) => textIn(name, document.documentElement.lang),
};
