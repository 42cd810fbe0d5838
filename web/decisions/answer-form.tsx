import { Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Answer } from '../../contract/decisions.ts';
import { useDraftForm } from '../kit/draft-form.ts';
import { meQuery } from '../people/queries.ts';
import { useField } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { useAnswer } from './queries.ts';

const empty = { answer: '' };

/** Shows the form with which a person can respond to a decision, once. */
export function AnswerForm({ uuid }: { uuid: string }) {
  const { t } = useTranslation('decisions');
  const { form, forget } = useDraftForm(Answer, empty, {
    person: useQuery(meQuery).data?.id ?? 0,
    of: `answer ${uuid}`,
  });
  const { mutateAsync } = useAnswer(uuid);
  return (
    <Form
      form={form}
      send={async ({ answer }) => {
        await mutateAsync(answer);
        forget();
      }}
      submitLabel={t('send')}
    >
      <AnswerField />
    </Form>
  );
}

function AnswerField() {
  const { t } = useTranslation('decisions');
  return <Textarea size="md" label={t('answer')} description={t('once')} rows={3} {...useField('answer')} />;
}
