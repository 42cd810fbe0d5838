import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { basePath } from '../kit/page.ts';
import classes from './sign-in-again-dialog.module.css';
import { SignInForm } from './sign-in-form.tsx';

/** Asks to sign in again over the screen that one was working on. */
export function SignInAgainDialog({ email }: { email: string | undefined }) {
  const { t } = useTranslation('sessions');
  const client = useQueryClient();
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
    // The address is there already: the password is what is asked.
    dialog.current?.querySelector<HTMLInputElement>('[name="password"]')?.focus();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby={title}
      // Without a session the screen below answers nothing: the ways on are signing in, and leaving.
      onCancel={(event) => event.preventDefault()}
    >
      <h2 id={title} className={classes.title}>
        {t('again.title')}
      </h2>
      <p>{t('again.text')}</p>
      <SignInForm {...(email ? { email } : {})} onSignedIn={() => client.invalidateQueries()} />
      <a href={basePath} className={classes.leave}>
        {t('again.leave')}
      </a>
    </dialog>
  );
}
