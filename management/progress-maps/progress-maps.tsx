import MapIcon from '@mui/icons-material/MapOutlined';
import {
  BooleanField,
  DataTable,
  type RaRecord,
  type ResourceProps,
  required,
  SearchInput,
  SelectField,
  SelectInput,
  TextInput,
  useTranslate,
} from 'react-admin';
import { EditPage, ListPage } from '../kit/pages.tsx';
import { MapCreation } from './map-creation.tsx';
import { MapPreview } from './map-preview.tsx';
import { stationInputs } from './station-inputs.tsx';

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
      exportButton={null}
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

/** The maps that show the progress of challenges. */
export const progressMaps: ResourceProps = {
  name: 'progress-maps',
  icon: MapIcon,
  list: MapList,
  create: MapCreation,
  edit: () => (
    <EditPage isWide>
      <MapPreview />
      <TextInput source="name" validate={required()} />
      {stationInputs}
    </EditPage>
  ),
  recordRepresentation: 'name',
};
