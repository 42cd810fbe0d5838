import AddIcon from '@mui/icons-material/Add';
import MenuIcon from '@mui/icons-material/MenuOpenOutlined';
import { Button } from '@mui/material';
import {
  ArrayInput,
  DataTable,
  FunctionField,
  type RaRecord,
  type ResourceProps,
  required,
  SimpleFormIterator,
  TextInput,
  useTranslate,
} from 'react-admin';
import { EditPage, ListPage } from './kit/pages.tsx';

function Language() {
  const translate = useTranslate();
  return (
    <FunctionField
      source="language"
      render={({ language }: RaRecord) => translate(`ra.locales.${language}`)}
    />
  );
}

function MenuList() {
  const translate = useTranslate();
  const labelsOf = ({ items }: RaRecord) =>
    items.map(({ label }: { label: string }) => label).join(' · ') || translate('app.ownMenu');
  return (
    <ListPage
      canCreate={false}
      sort={{ field: 'language', order: 'ASC' }}
      primary={() => <Language />}
      secondary={labelsOf}
    >
      <DataTable.Col source="language">
        <Language />
      </DataTable.Col>
      <DataTable.Col source="items" disableSort>
        <FunctionField source="items" render={labelsOf} />
      </DataTable.Col>
    </ListPage>
  );
}

/** What the iterator gives to its button. */
function AddEntry({ onClick }: { onClick?: () => void }) {
  const translate = useTranslate();
  return (
    <Button variant="outlined" startIcon={<AddIcon />} onClick={onClick}>
      {translate('resources.menus.add')}
    </Button>
  );
}

function MenuEdit() {
  return (
    <EditPage canRemove={false}>
      <ArrayInput source="items" helperText="resources.menus.help">
        <SimpleFormIterator inline disableClear addButton={<AddEntry />}>
          <TextInput source="label" validate={required()} />
          <TextInput source="url" validate={required()} />
        </SimpleFormIterator>
      </ArrayInput>
    </EditPage>
  );
}

/** The menu of each language. */
export const menus: ResourceProps = {
  name: 'menus',
  icon: MenuIcon,
  list: MenuList,
  edit: MenuEdit,
  recordRepresentation: ({ language }) => language.toUpperCase(),
};
