import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { NewFlag } from '../../contract/comments.ts';
import { CallFailure } from '../kit/call.ts';
import { useContractForm } from '../kit/form.ts';
import { TextField } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import classes from './comment-card.module.css';
import type { useFlagComment } from './queries.ts';

const schema = z.pick(NewFlag, { reason: true });

/** Asks why a comment is inappropriate, and flags it. If flagging fails, nothing changes. */
export function FlagForm(props: { flag: ReturnType<typeof useFlagComment>; onClose: () => void }) {
  const { flag, onClose } = props;
  const { t } = useTranslation('comments');
  const form = useContractForm(schema, { reason: '' });
  useEffect(() => form.setFocus('reason'), [form]);
  const send = ({ reason }: { reason: string }) =>
    flag.mutateAsync(reason).catch((failure) => {
      // The form handles invalid reasons and ended sessions; other failures are silent.
      const isForForm = failure instanceof CallFailure && (failure.sessionEnded || aboutReason(failure));
      if (isForForm) throw failure;
      onClose();
    });
  return (
    <fieldset
      className={`${classes.question} question`}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <legend>{t('flag.title')}</legend>
      <p className="soft small">{t('flag.explanation')}</p>
      <Form
        form={form}
        send={send}
        submitLabel={t('flag.submit')}
        aside={
          !flag.isPending && (
            <Button variant="default" size="md" onClick={onClose}>
              {t('flag.cancel')}
            </Button>
          )
        }
      >
        <TextField name="reason" label={t('flag.reason')} required />
      </Form>
    </fieldset>
  );
}

const aboutReason = ({ violations }: CallFailure) =>
  violations.some(({ propertyPath }) => propertyPath === 'reason');
