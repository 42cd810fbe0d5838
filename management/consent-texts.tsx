import ConsentIcon from '@mui/icons-material/FactCheckOutlined';
import { Alert } from '@mui/material';
import {
  DataTable,
  NumberField,
  type ResourceProps,
  SearchInput,
  Show,
  SimpleShowLayout,
  TextInput,
  useLocaleState,
  useTranslate,
  WithRecord,
} from 'react-admin';
import { InEveryLanguage, inOneLanguage, TextsField, textIn } from './kit/in-every-language.tsx';
import { MomentField } from './kit/moment-field.tsx';
import { CreatePage, ListPage } from './kit/pages.tsx';
import { RichText } from './kit/rich-text.tsx';

function ConsentTextList() {
  const [locale] = useLocaleState();
  return (
    <ListPage
      filters={[<SearchInput key="q" source="q" alwaysOn />]}
      rowClick="show"
      primary={({ id, title }) => `${id}. ${textIn(title, locale)}`}
      secondary={() => <MomentField source="publishedAt" />}
    >
      <DataTable.Col source="id" disableSort />
      <DataTable.Col source="title" disableSort>
        <TextsField source="title" />
      </DataTable.Col>
      <DataTable.Col source="publishedAt">
        <MomentField source="publishedAt" />
      </DataTable.Col>
    </ListPage>
  );
}

/** The text as people read it, which the server has cleaned. */
function Content() {
  const [locale] = useLocaleState();
  return (
    <WithRecord
      render={({ content }) => (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server when it was published
        <div dangerouslySetInnerHTML={{ __html: textIn(content, locale) }} />
      )}
    />
  );
}

function ConsentTextShow() {
  return (
    <Show actions={false}>
      <SimpleShowLayout>
        <NumberField source="id" />
        <MomentField source="publishedAt" />
        <TextsField source="title" />
        <Content />
      </SimpleShowLayout>
    </Show>
  );
}

function ConsentTextCreate() {
  const translate = useTranslate();
  return (
    <CreatePage>
      <Alert severity="info" sx={{ mb: 2.5 }}>
        {translate('resources.consent-texts.forGood')}
      </Alert>
      <InEveryLanguage>
        <TextInput source="title" validate={inOneLanguage('title')} />
        <RichText source="content" validate={inOneLanguage('content')} />
      </InEveryLanguage>
    </CreatePage>
  );
}

/** What people agree to: published for good, in the order of their numbers. */
export const consentTexts: ResourceProps = {
  name: 'consent-texts',
  icon: ConsentIcon,
  list: ConsentTextList,
  show: ConsentTextShow,
  create: ConsentTextCreate,
  recordRepresentation: ({ id }) => String(id),
};
