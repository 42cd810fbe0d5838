import SportIcon from '@mui/icons-material/DirectionsRunOutlined';
import ChooseIcon from '@mui/icons-material/PlaylistAddOutlined';
import { Alert } from '@mui/material';
import {
  BooleanField,
  DataTable,
  NullableBooleanInput,
  type RaRecord,
  type ResourceProps,
  required,
  SearchInput,
  SelectInput,
  TextInput,
  useLocaleState,
  useRecordContext,
  useTranslate,
} from 'react-admin';
import { sportTypes } from '../../contract/sports.ts';
import { InEveryLanguage, inOneLanguage, TextsField, textIn } from '../kit/in-every-language.tsx';
import { CreatePage, EditPage, ListPage } from '../kit/pages.tsx';
import { SportActions } from './sport-actions.tsx';
import { SportRuleInputs } from './sport-rule-inputs.tsx';
import { NoSports, UsualSports } from './usual-sports.tsx';

const typeChoices = [...sportTypes, 'other'].map((id) => ({ id, name: `resources.sports.types.${id}` }));

const filters = [
  <SearchInput key="q" source="q" alwaysOn />,
  <SelectInput key="type" source="type" choices={typeChoices} />,
  <NullableBooleanInput key="approved" source="approved" />,
];

const km = { style: 'unit', unit: 'kilometer', maximumFractionDigits: 3 } as const;
const m = { ...km, unit: 'meter' } as const;
const counted = (amount: string) => `resources.sports.counted.${amount}`;

function SportList() {
  const [locale] = useLocaleState();
  const translate = useTranslate();
  const typeOf = ({ type }: RaRecord) => translate(`resources.sports.types.${type}`);
  return (
    <ListPage
      filters={filters}
      sort={{ field: 'name', order: 'ASC' }}
      actions={<UsualSports icon={<ChooseIcon />} />}
      empty={<NoSports />}
      primary={({ labels }) => textIn(labels, locale)}
      secondary={(record) =>
        record.approved ? typeOf(record) : `${typeOf(record)} · ${translate('resources.sports.waiting')}`
      }
    >
      <DataTable.Col source="labels" disableSort>
        <TextsField source="labels" />
      </DataTable.Col>
      <DataTable.Col source="type" render={typeOf} />
      <DataTable.NumberCol source="kmFactor" disableSort label={counted('kmFactor')} options={km} />
      <DataTable.NumberCol source="kmPerHour" disableSort label={counted('kmPerHour')} options={km} />
      <DataTable.NumberCol source="metresPerStep" disableSort label={counted('metresPerStep')} options={m} />
      <DataTable.NumberCol source="activities" />
      <DataTable.Col source="approved" disableSort>
        <BooleanField source="approved" />
      </DataTable.Col>
    </ListPage>
  );
}

/** Says that e-bikes are ranked together with bicycles, as in older installations. */
function EBikeNotice() {
  const record = useRecordContext();
  const translate = useTranslate();
  if (record?.name !== 'e-bike' || record.type !== 'cycling') return null;
  return (
    <Alert severity="info" sx={{ mb: 2 }}>
      {translate('resources.sports.eBike')}
    </Alert>
  );
}

const inputs = (
  <>
    <InEveryLanguage>
      <TextInput source="labels" validate={inOneLanguage('labels')} />
    </InEveryLanguage>
    <SelectInput
      source="type"
      choices={typeChoices}
      validate={required()}
      helperText="resources.sports.help.type"
    />
  </>
);

/** The sports that people can log, with their counting rules. */
export const sports: ResourceProps = {
  name: 'sports',
  icon: SportIcon,
  list: SportList,
  edit: () => (
    <EditPage>
      <SportActions />
      <EBikeNotice />
      {inputs}
    </EditPage>
  ),
  create: () => (
    <CreatePage>
      {inputs}
      <SportRuleInputs isNew />
    </CreatePage>
  ),
  recordRepresentation: ({ labels }) => textIn(labels, document.documentElement.lang),
};
