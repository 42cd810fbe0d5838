import FolderIcon from '@mui/icons-material/QuizOutlined';
import { DataTable, type ResourceProps, TextInput, useLocaleState, useTranslate } from 'react-admin';
import { InEveryLanguage, inOneLanguage, TextsField, textIn } from '../kit/in-every-language.tsx';
import { CreatePage, EditPage, ListPage } from '../kit/pages.tsx';

function FaqLibraryList() {
  const [locale] = useLocaleState();
  const translate = useTranslate();
  return (
    <ListPage
      primary={({ name }) => textIn(name, locale)}
      secondary={({ questions }) =>
        translate('resources.faq-libraries.ofQuestions', { smart_count: questions })
      }
    >
      <DataTable.Col source="name" disableSort>
        <TextsField source="name" />
      </DataTable.Col>
      <DataTable.NumberCol source="questions" />
    </ListPage>
  );
}

const inputs = (
  <InEveryLanguage>
    <TextInput source="name" validate={inOneLanguage('name')} />
  </InEveryLanguage>
);

/** The libraries of questions. */
export const faqLibraries: ResourceProps = {
  name: 'faq-libraries',
  icon: FolderIcon,
  list: FaqLibraryList,
  edit: () => <EditPage>{inputs}</EditPage>,
  create: () => <CreatePage>{inputs}</CreatePage>,
  recordRepresentation: ({ name }) => textIn(name, document.documentElement.lang),
};
