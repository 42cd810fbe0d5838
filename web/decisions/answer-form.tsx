import { Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Answer } from '../../contract/decisions.ts';
import { useContractForm } from '../kit/form.ts';
import { useField } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { useAnswer } from './queries.ts';

/** Where one says, once, how one sees it. */
export function AnswerForm({ uuid }: { uuid: string }) {
  const { t } = useTranslation('decisions');
  const form = useContractForm(Answer, { answer: '' });
  const { mutateAsync } = useAnswer(uuid);
  return (
    <Form
      form={form}
      send={async ({ answer }) => {
        await mutateAsync(answer);
      }}
      submitLabel={t('send')}
    >
      <AnswerField />
    </Form>
  );
}

function AnswerField() {
  const { t } = useTranslation('decisions');
  return (
    <Textarea
      size="md"
      label={t('answer')}
      description={t('once')}
      rows={3}
      maxLength={1000}
      {...useField('answer')}
    />
  );
}
