import QuestionIcon from '@mui/icons-material/HelpOutlined';
import {
  DataTable,
  NumberInput,
  ReferenceField,
  ReferenceInput,
  type ResourceProps,
  required,
  SearchInput,
  SelectInput,
  TextInput,
  useLocaleState,
} from 'react-admin';
import { InEveryLanguage, TextsField, textIn } from './kit/in-every-language.tsx';
import { CreatePage, EditPage, ListPage } from './kit/pages.tsx';
import { RichText } from './kit/rich-text.tsx';

const filters = [
  <SearchInput key="q" source="q" alwaysOn />,
  <ReferenceInput key="libraryId" source="libraryId" reference="faq-libraries">
    <SelectInput />
  </ReferenceInput>,
];

function FaqQuestionList() {
  const [locale] = useLocaleState();
  return (
    <ListPage
      filters={filters}
      sort={{ field: 'position', order: 'ASC' }}
      primary={({ problem }) => textIn(problem, locale)}
    >
      <DataTable.NumberCol source="position" />
      <DataTable.Col source="problem" disableSort>
        <TextsField source="problem" />
      </DataTable.Col>
      <DataTable.Col source="libraryId">
        <ReferenceField source="libraryId" reference="faq-libraries" link={false} />
      </DataTable.Col>
    </ListPage>
  );
}

const inputs = (
  <>
    <ReferenceInput source="libraryId" reference="faq-libraries">
      <SelectInput validate={required()} />
    </ReferenceInput>
    <NumberInput source="position" defaultValue={0} min={0} validate={required()} />
    <InEveryLanguage>
      <TextInput source="problem" />
      <RichText source="solution" />
    </InEveryLanguage>
  </>
);

/** Questions and their answers. */
export const faqQuestions: ResourceProps = {
  name: 'faq-questions',
  icon: QuestionIcon,
  list: FaqQuestionList,
  edit: () => <EditPage>{inputs}</EditPage>,
  create: () => <CreatePage>{inputs}</CreatePage>,
  recordRepresentation: ({ problem }) => textIn(problem, document.documentElement.lang),
};
