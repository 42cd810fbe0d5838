import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { settingsQuery } from '../configs/queries.ts';
import { ProviderList } from '../identities/provider-list.tsx';
import { basePath } from '../kit/page.ts';
import { meKey } from '../kit/query-client.ts';
import classes from './sign-in-again-dialog.module.css';
import { SignInForm } from './sign-in-form.tsx';

/** Asks to sign in again over the screen that one was working on. */
export function SignInAgainDialog({ email }: { email: string | undefined }) {
  const { t } = useTranslation('sessions');
  const client = useQueryClient();
  const { registrationMethod: method, doOrganisersUsePasswords } = useQuery(settingsQuery).data ?? {};
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
    // The address is there already: the password is what is asked.
    dialog.current?.querySelector<HTMLInputElement>('[name="password"]')?.focus();
  }, []);
  useEffect(() => {
    // Who signed in by another service did so in another tab, and now comes back to this one.
    const lookAgain = async () => {
      await client.refetchQueries({ queryKey: meKey });
      if (client.getQueryData(meKey)) await client.invalidateQueries();
    };
    window.addEventListener('focus', lookAgain);
    return () => window.removeEventListener('focus', lookAgain);
  }, [client]);
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
      {(method !== 'providers' || doOrganisersUsePasswords) && (
        <SignInForm {...(email ? { email } : {})} onSignedIn={() => client.invalidateQueries()} />
      )}
      {(method === 'formAndProviders' || method === 'providers') && (
        <div className={classes.others}>
          <p>{t('again.newTab')}</p>
          <ProviderList inNewTab />
        </div>
      )}
      <a href={basePath} className={classes.leave}>
        {t('again.leave')}
      </a>
    </dialog>
  );
}
