import TranslateIcon from '@mui/icons-material/SpellcheckOutlined';
import { Box, Link, Typography } from '@mui/material';
import {
  BooleanField,
  DataTable,
  NullableBooleanInput,
  type RaRecord,
  type ResourceProps,
  SearchInput,
  SelectInput,
  TextInput,
  useLocaleState,
  useRecordContext,
  useTranslate,
} from 'react-admin';
import { languages } from '../../contract/kit/fields.ts';
import english from '../i18n/en.json' with { type: 'json' };
import { InEveryLanguage, textIn } from '../kit/in-every-language.tsx';
import { basePath } from '../kit/page.ts';
import { EditPage, ListPage } from '../kit/pages.tsx';

const filters = [
  <SearchInput key="q" source="q" alwaysOn />,
  <NullableBooleanInput key="isChanged" source="isChanged" />,
  <ScreenInput key="namespace" source="namespace" />,
];

function ScreenInput(props: { source: string }) {
  const screenName = useScreenName();
  const [locale] = useLocaleState();
  const choices = Object.keys(english.resources.texts.namespaces)
    .map((id) => ({ id, name: screenName(id) }))
    .sort((one, other) => one.name.localeCompare(other.name, locale));
  return <SelectInput {...props} choices={choices} translateChoice={false} />;
}

function useScreenName() {
  const translate = useTranslate();
  return (namespace: string) => translate(`resources.texts.namespaces.${namespace}`, { _: namespace });
}

const shownText = (record: RaRecord, locale: string) =>
  textIn(record.own, locale) || textIn(record.standard, locale);

function TextList() {
  const [locale] = useLocaleState();
  const screenName = useScreenName();
  return (
    <ListPage
      filters={filters}
      canCreate={false}
      sort={{ field: 'namespace', order: 'ASC' }}
      primary={(record) => shownText(record, locale)}
      secondary={({ namespace, key }) => `${screenName(namespace)} · ${key}`}
    >
      <DataTable.Col source="standard" disableSort render={(record: RaRecord) => shownText(record, locale)} />
      <DataTable.Col
        source="namespace"
        render={({ namespace, key }: RaRecord) => (
          <>
            {screenName(namespace)}
            <Typography variant="caption" color="text.secondary" component="div">
              {key}
            </Typography>
          </>
        )}
      />
      <DataTable.Col source="isChanged" disableSort>
        <BooleanField source="isChanged" />
      </DataTable.Col>
    </ListPage>
  );
}

/** Shows the product's text, and where the text appears. */
function Standard() {
  const record = useRecordContext();
  const translate = useTranslate();
  if (!record) return null;
  return (
    <Box sx={{ mb: 2 }}>
      {languages.map((language) => (
        <Typography key={language} variant="body2" lang={language}>
          <strong>{translate(`ra.locales.${language}`)}</strong> {record.standard[language]}
        </Typography>
      ))}
      {record.place === null ? (
        <Typography variant="body2" color="text.secondary">
          {translate('resources.texts.inMessages')}
        </Typography>
      ) : (
        <Link href={`${basePath}${record.place}`} target="_blank" rel="noopener">
          {translate('resources.texts.see')}
        </Link>
      )}
    </Box>
  );
}

/** The product's texts, and the texts with which organisers replace them. */
export const texts: ResourceProps = {
  name: 'texts',
  icon: TranslateIcon,
  list: TextList,
  edit: () => (
    <EditPage canRemove={false}>
      <Standard />
      <InEveryLanguage>
        <TextInput source="own" multiline helperText="resources.texts.help" />
      </InEveryLanguage>
    </EditPage>
  ),
  recordRepresentation: (record) => shownText(record, document.documentElement.lang),
};
