import ConsentIcon from '@mui/icons-material/FactCheckOutlined';
import { Alert, Chip } from '@mui/material';
import {
  DataTable,
  NumberField,
  type ResourceProps,
  SearchInput,
  Show,
  SimpleShowLayout,
  TextInput,
  useLocaleState,
  useRecordContext,
  useTranslate,
  WithRecord,
} from 'react-admin';
import { InEveryLanguage, inOneLanguage, TextsField, textIn } from '../kit/in-every-language.tsx';
import { MomentField } from '../kit/moment-field.tsx';
import { CreatePage, EditPage, ListPage } from '../kit/pages.tsx';
import { RichText } from '../kit/rich-text.tsx';
import { ConsentPublication } from './consent-publication.tsx';

function ConsentTextList() {
  const [locale] = useLocaleState();
  return (
    <ListPage
      filters={[<SearchInput key="q" source="q" alwaysOn />]}
      rowClick={({ publishedAt }) => (publishedAt ? 'show' : 'edit')}
      primary={({ id, title }) => `${id}. ${textIn(title, locale)}`}
      secondary={() => (
        <>
          <State /> <MomentField source="publishedAt" />
        </>
      )}
    >
      <DataTable.Col source="id" disableSort />
      <DataTable.Col source="title" disableSort>
        <TextsField source="title" />
      </DataTable.Col>
      <DataTable.Col source="state" disableSort>
        <State />
      </DataTable.Col>
      <DataTable.Col source="publishedAt">
        <MomentField source="publishedAt" />
      </DataTable.Col>
      <DataTable.Col source="agreed" disableSort>
        <People source="agreed" />
      </DataTable.Col>
      <DataTable.Col source="declined" disableSort>
        <People source="declined" />
      </DataTable.Col>
    </ListPage>
  );
}

/** Shows the state of a consent text: whether people are asked about it. */
function State() {
  const record = useRecordContext();
  const translate = useTranslate();
  if (!record) return null;
  const state = record.publishedAt ? 'published' : 'draft';
  return <Chip size="small" label={translate(`resources.consent-texts.states.${state}`)} />;
}

/** Shows the number of people who gave an answer, rounded to a multiple of five. */
function People({ source }: { source: string }) {
  const record = useRecordContext();
  const translate = useTranslate();
  if (!record?.publishedAt) return null;
  const people = record[source];
  const key = people === null ? 'fewPeople' : 'about';
  return <span>{translate(`resources.consent-texts.${key}`, { number: people })}</span>;
}

/** Shows the text as people see it; the server has sanitised its HTML. */
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
        <People source="agreed" />
        <People source="declined" />
        <Content />
      </SimpleShowLayout>
    </Show>
  );
}

function Inputs() {
  const translate = useTranslate();
  return (
    <>
      <Alert severity="info" sx={{ mb: 2.5 }}>
        {translate('resources.consent-texts.forGood')}
      </Alert>
      <InEveryLanguage>
        <TextInput source="title" validate={inOneLanguage('title')} />
        <RichText source="content" validate={inOneLanguage('content')} />
      </InEveryLanguage>
    </>
  );
}

/** The consent texts, both drafts and published ones, ordered by number. */
export const consentTexts: ResourceProps = {
  name: 'consent-texts',
  icon: ConsentIcon,
  list: ConsentTextList,
  show: ConsentTextShow,
  edit: () => (
    <EditPage aside={<ConsentPublication />} redirect="edit">
      <Inputs />
    </EditPage>
  ),
  create: () => (
    <CreatePage redirect="edit">
      <Inputs />
    </CreatePage>
  ),
  recordRepresentation: ({ title }) => textIn(title, document.documentElement.lang),
};
