import MapIcon from '@mui/icons-material/MapOutlined';
import {
  ArrayInput,
  BooleanField,
  DataTable,
  NumberInput,
  type RaRecord,
  type ResourceProps,
  required,
  SearchInput,
  SelectField,
  SelectInput,
  SimpleFormIterator,
  TextInput,
  useTranslate,
} from 'react-admin';
import { EditPage, ListPage } from './kit/pages.tsx';
import { MapCreation } from './map-creation.tsx';
import { MapPreview } from './map-preview.tsx';

const originChoices = ['gallery', 'file'].map((id) => ({
  id,
  name: `resources.progress-maps.origins.${id}`,
}));

const filters = [
  <SearchInput key="q" source="q" alwaysOn />,
  <SelectInput key="origin" source="origin" choices={originChoices} />,
];

function Challenges({ challenges }: Partial<RaRecord>) {
  return useTranslate()('resources.progress-maps.shownOn', { smart_count: challenges });
}

function MapList() {
  return (
    <ListPage
      filters={filters}
      sort={{ field: 'name', order: 'ASC' }}
      canExport={false}
      primary={({ name }) => name}
      secondary={(map) => <Challenges {...map} />}
    >
      <DataTable.Col source="name" />
      <DataTable.Col source="origin" disableSort>
        <SelectField source="origin" choices={originChoices} />
      </DataTable.Col>
      <DataTable.NumberCol source="challenges" />
      <DataTable.Col source="isDefault" disableSort>
        <BooleanField source="isDefault" />
      </DataTable.Col>
    </ListPage>
  );
}

const rankChoices = [1, 2].map((id) => ({ id, name: `resources.progress-maps.ranks.${id}` }));

/** The places along the route: what is written on the map, and what is told to who does not see it. */
export const stationInputs = (
  <ArrayInput source="stations" helperText="resources.progress-maps.stationsHint">
    <SimpleFormIterator inline disableReordering>
      <TextInput source="name" validate={required()} helperText={false} />
      <NumberInput
        source="percentage"
        min={0}
        max={100}
        step={0.1}
        validate={required()}
        helperText={false}
      />
      <SelectInput
        source="rank"
        choices={rankChoices}
        defaultValue={1}
        validate={required()}
        helperText={false}
      />
    </SimpleFormIterator>
  </ArrayInput>
);

/** The maps that challenges are shown on. */
export const progressMaps: ResourceProps = {
  name: 'progress-maps',
  icon: MapIcon,
  list: MapList,
  create: MapCreation,
  edit: () => (
    <EditPage>
      <MapPreview />
      <TextInput source="name" validate={required()} />
      {stationInputs}
    </EditPage>
  ),
  recordRepresentation: 'name',
};
