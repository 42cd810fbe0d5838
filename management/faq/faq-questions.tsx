import QuestionIcon from '@mui/icons-material/HelpOutlined';
import {
  DataTable,
  ReferenceField,
  ReferenceInput,
  type ResourceProps,
  required,
  SearchInput,
  SelectInput,
  TextInput,
  useGetList,
  useLocaleState,
} from 'react-admin';
import { InEveryLanguage, inOneLanguage, TextsField, textIn } from '../kit/in-every-language.tsx';
import { NumberInput } from '../kit/number-input.tsx';
import { CreatePage, EditPage, ListPage } from '../kit/pages.tsx';
import { RichText } from '../kit/rich-text.tsx';

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

/** Shows the field for the question's library. Empty as long as no library exists. */
function ListChoice() {
  const { total } = useGetList('faq-libraries', { pagination: { page: 1, perPage: 1 } });
  if (!total) return null;
  return (
    <ReferenceInput source="libraryId" reference="faq-libraries">
      <SelectInput helperText="resources.faq-questions.help.libraryId" />
    </ReferenceInput>
  );
}

const inputs = (
  <>
    <InEveryLanguage>
      <TextInput source="problem" validate={inOneLanguage('problem')} />
      <RichText source="solution" validate={inOneLanguage('solution')} />
    </InEveryLanguage>
    <ListChoice />
    <NumberInput
      source="position"
      defaultValue={0}
      min={0}
      validate={required()}
      helperText="resources.faq-questions.help.position"
    />
  </>
);

/** The questions and their answers. */
export const faqQuestions: ResourceProps = {
  name: 'faq-questions',
  icon: QuestionIcon,
  list: FaqQuestionList,
  edit: () => <EditPage>{inputs}</EditPage>,
  create: () => <CreatePage>{inputs}</CreatePage>,
  recordRepresentation: ({ problem }) => textIn(problem, document.documentElement.lang),
};
