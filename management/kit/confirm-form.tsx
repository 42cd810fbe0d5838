import { type ReactNode, useState } from 'react';
import {
  Confirm,
  type HttpError,
  SimpleForm,
  type SimpleFormProps,
  useNotify,
  useSaveContext,
} from 'react-admin';
import type { FieldValues } from 'react-hook-form';

/** The question to confirm before the form saves a change. */
export interface Question {
  title: string;
  text: ReactNode;
  /** The label of the confirm button. */
  confirm: string;
}

/** Returns a question about the form's values, or undefined to save immediately. Throws the same errors as `call`. */
export type AskQuestion = (values: FieldValues) => Promise<Question | undefined>;

/** Shows a form that asks for confirmation before saving if `ask` returns a question. */
export function ConfirmForm({ ask, children, ...props }: SimpleFormProps & { ask: AskQuestion }) {
  const { save } = useSaveContext();
  const notify = useNotify();
  const [asked, setAsked] = useState<Question & { answer: (isYes: boolean) => void }>();
  const submit = async (values: FieldValues) => {
    try {
      const question = await ask(values);
      if (question) {
        const { promise, resolve } = Promise.withResolvers<boolean>();
        setAsked({ ...question, answer: resolve });
        const isYes = await promise;
        setAsked(undefined);
        if (!isYes) return undefined;
      }
    } catch (error) {
      notify((error as HttpError).message, { type: 'error' });
      return undefined;
    }
    return save?.(values);
  };
  return (
    <>
      <SimpleForm {...props} onSubmit={submit}>
        {children}
      </SimpleForm>
      {asked && (
        <Confirm
          isOpen
          title={asked.title}
          content={asked.text}
          confirm={asked.confirm}
          onConfirm={() => asked.answer(true)}
          onClose={() => asked.answer(false)}
        />
      )}
    </>
  );
}
