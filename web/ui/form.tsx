import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form';
import { CallFailure } from '../kit/call.ts';
import { showViolations } from '../kit/form.ts';
import { meKey } from '../kit/query-client.ts';
import classes from './form.module.css';
import { Notice } from './notice.tsx';
import { Waiting } from './waiting.tsx';

/**
 * The one form: checks, sends, shows a spinner in place of its button meanwhile, and puts what the server
 * objects to beside the fields, or above the button where no field is meant.
 */
export function Form<Values extends FieldValues>(props: {
  form: UseFormReturn<Values>;
  send: (values: Values) => Promise<unknown>;
  submitLabel: string;
  /** Stands beside the button: a way to cancel, a link. */
  aside?: ReactNode;
  children: ReactNode;
}) {
  const { form, send } = props;
  const client = useQueryClient();
  const [banner, setBanner] = useState<string>();
  const submit = form.handleSubmit(async (values) => {
    setBanner(undefined);
    await send(values).catch((failure) => {
      setBanner(showViolations(form, failure));
      // Perhaps the session has ended: the app asks to sign in again, with the form as it stands below.
      if (failure instanceof CallFailure && failure.status === 401)
        client.invalidateQueries({ queryKey: meKey });
    });
  });
  return (
    <FormProvider {...form}>
      <form className={classes.form} onSubmit={submit} noValidate>
        {props.children}
        {banner && <Notice kind="danger">{banner}</Notice>}
        <div className={classes.actions}>
          {form.formState.isSubmitting ? (
            <Waiting small />
          ) : (
            <Button type="submit" size="md">
              {props.submitLabel}
            </Button>
          )}
          {props.aside}
        </div>
      </form>
    </FormProvider>
  );
}
