import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState, useTransition } from 'react';
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { CallFailure } from '../kit/call.ts';
import { showViolations } from '../kit/form.ts';
import { meKey } from '../kit/query-client.ts';
import { useFocusAfterSending } from './focus-after-sending.ts';
import classes from './form.module.css';
import { Notice } from './notice.tsx';
import { Waiting } from './waiting.tsx';

/**
 * Shows a form, and validates and sends its values. A spinner replaces the button while sending. The server's
 * violations appear next to their fields, or above the button if they have no field. If `send` navigates to another
 * screen, the spinner stays until that screen appears.
 */
export function Form<Values extends FieldValues>(props: {
  form: UseFormReturn<Values>;
  send: (values: Values) => Promise<unknown>;
  submitLabel: string;
  /** Rendered next to the button, for example a link to cancel. */
  aside?: ReactNode;
  /** On phones, keeps the button of a long form visible above the menu. */
  isSticky?: boolean;
  children: ReactNode;
}) {
  const { form, send } = props;
  const client = useQueryClient();
  const [banner, setBanner] = useState<string>();
  const isUnderWay = useRef(false);
  const [isLeaving, startLeaving] = useTransition();
  const isBusy = form.formState.isSubmitting || isLeaving;
  const box = useFocusAfterSending(isBusy);
  useSentencesOfOneLanguage(form, () => setBanner(undefined));
  const submit = form.handleSubmit(async (values) => {
    setBanner(undefined);
    await send(values).catch((failure) => {
      // The app asks the person to sign in again, and the form keeps its values.
      if (failure instanceof CallFailure && failure.sessionEnded)
        client.invalidateQueries({ queryKey: meKey });
      else setBanner(showViolations(form, failure));
    });
  });
  // The Enter key submits a form even while the spinner replaces the button.
  const submitOnce = (event: SubmitEvent) => {
    event.preventDefault();
    if (isUnderWay.current || isLeaving) return;
    isUnderWay.current = true;
    // If `send` navigates inside a transition, the transition stays pending until the next screen appears.
    startLeaving(async () => {
      await submit(event).finally(() => {
        isUnderWay.current = false;
      });
    });
  };
  return (
    <FormProvider {...form}>
      <form ref={box} className="stack" onSubmit={submitOnce} noValidate>
        {props.children}
        <div className={classes.actions} data-sticky={props.isSticky || undefined}>
          {banner && <Notice kind="danger">{banner}</Notice>}
          {isBusy ? (
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

/** Removes the server's messages when the language changes, because they are in the previous language. */
function useSentencesOfOneLanguage<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  clearBanner: () => void,
): void {
  const { i18n } = useTranslation();
  const { language } = i18n;
  const lastLanguage = useRef(language);
  useEffect(() => {
    if (lastLanguage.current === language) return;
    lastLanguage.current = language;
    form.clearErrors();
    clearBanner();
  }, [language, form, clearBanner]);
}
