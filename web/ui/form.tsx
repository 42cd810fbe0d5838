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
 * The one form: checks, sends, shows a spinner in place of its button meanwhile, and puts what the server
 * objects to beside the fields, or above the button where no field is meant. Where `send` leads to another screen, the
 * spinner stays until that one is there.
 */
export function Form<Values extends FieldValues>(props: {
  form: UseFormReturn<Values>;
  send: (values: Values) => Promise<unknown>;
  submitLabel: string;
  /** Stands beside the button: a way to cancel, a link. */
  aside?: ReactNode;
  /** Keeps the button within reach of the thumb on a phone, above the menu, however long the form is. */
  isAtHand?: boolean;
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
      // The app asks to sign in again, with the form as it stands below.
      if (failure instanceof CallFailure && failure.sessionEnded)
        client.invalidateQueries({ queryKey: meKey });
      else setBanner(showViolations(form, failure));
    });
  });
  // Enter sends a form as often as it is pressed, whatever stands in place of the button.
  const submitOnce = (event: SubmitEvent) => {
    event.preventDefault();
    if (isUnderWay.current || isLeaving) return;
    isUnderWay.current = true;
    // A navigation inside of a transition is a part of it: it is pending until the next screen is there.
    startLeaving(async () => {
      await submit(event).finally(() => {
        isUnderWay.current = false;
      });
    });
  };
  return (
    <FormProvider {...form}>
      <form ref={box} className={classes.form} onSubmit={submitOnce} noValidate>
        {props.children}
        <div className={classes.actions} data-at-hand={props.isAtHand || undefined}>
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

/** Takes away what the server said where the language changes: its sentences were of the one before. */
function useSentencesOfOneLanguage<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  clearBanner: () => void,
): void {
  const { i18n } = useTranslation();
  const { language } = i18n;
  const spoken = useRef(language);
  useEffect(() => {
    if (spoken.current === language) return;
    spoken.current = language;
    form.clearErrors();
    clearBanner();
  }, [language, form, clearBanner]);
}
