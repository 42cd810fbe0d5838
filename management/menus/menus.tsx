import MenuIcon from '@mui/icons-material/MenuOpenOutlined';
import { Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import {
  ArrayInput,
  DataTable,
  FunctionField,
  type RaRecord,
  type ResourceProps,
  required,
  SimpleFormIterator,
  TextInput,
  useRecordContext,
  useTranslate,
} from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { list } from '../../contract/menus.ts';
import { AddLine } from '../kit/add-line.tsx';
import { call } from '../kit/call.ts';
import { EditPage, ListPage } from '../kit/pages.tsx';
import { i18nProvider } from '../kit/texts.ts';
import { ScreenInput } from '../settings/screen-input.tsx';

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

/** Shows a button that fills in the menu that people currently see, if the organisers have not added entries yet. */
function Start() {
  const translate = useTranslate();
  const language = useRecordContext()?.language;
  const { setValue } = useFormContext();
  const items: unknown[] = useWatch({ name: 'items' }) ?? [];
  const { data: now = [] } = useQuery({
    queryKey: ['menu', language],
    queryFn: () => call(list, { query: { locale: language } }),
    enabled: Boolean(language),
  });
  return (
    items.length === 0 && (
      <Button
        variant="outlined"
        sx={{ mb: 2 }}
        disabled={now.length === 0}
        onClick={() => setValue('items', now, { shouldDirty: true })}
      >
        {translate('resources.menus.start')}
      </Button>
    )
  );
}

function MenuEdit() {
  return (
    <EditPage canRemove={false}>
      <Start />
      <ArrayInput source="items" helperText="resources.menus.help">
        <SimpleFormIterator inline fullWidth disableClear addButton={<AddLine label="resources.menus.add" />}>
          <TextInput source="label" label="resources.menus.fields.label" validate={required()} />
          <ScreenInput source="url" label="resources.menus.fields.url" />
        </SimpleFormIterator>
      </ArrayInput>
    </EditPage>
  );
}

/** The menus, one per language. */
export const menus: ResourceProps = {
  name: 'menus',
  icon: MenuIcon,
  list: MenuList,
  edit: MenuEdit,
  recordRepresentation: ({ language }) => i18nProvider.translate(`ra.locales.${language}`),
};
