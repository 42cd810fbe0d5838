import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { settingsQuery } from '../configs/queries.ts';
import { ProviderList } from '../identities/provider-list.tsx';
import { basePath } from '../kit/page.ts';
import { meKey } from '../kit/query-client.ts';
import classes from './sign-in.module.css';
import { SignInForm } from './sign-in-form.tsx';

/** Shows the dialog to sign in again, over the current screen. */
export function SignInAgainDialog({ email }: { email: string | undefined }) {
  const { t } = useTranslation('sessions');
  const client = useQueryClient();
  const { registrationMethod: method, doOrganisersUsePasswords } = useQuery(settingsQuery).data ?? {};
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
    // The email address is filled in, so the focus moves to the password.
    dialog.current?.querySelector<HTMLInputElement>('[name="password"]')?.focus();
  }, []);
  useEffect(() => {
    // People who sign in with another service do so in another tab and then return to this tab.
    const recheck = async () => {
      await client.refetchQueries({ queryKey: meKey });
      if (client.getQueryData(meKey)) await client.invalidateQueries();
    };
    window.addEventListener('focus', recheck);
    return () => window.removeEventListener('focus', recheck);
  }, [client]);
  return (
    <dialog
      ref={dialog}
      className={`${classes.dialog} card`}
      aria-labelledby={title}
      // The screen below needs a session, so the Escape key does not close the dialog.
      onCancel={(event) => event.preventDefault()}
    >
      <h2 id={title} className="heading">
        {t('again.title')}
      </h2>
      <p className="mt-4 mb-4">{t('again.text')}</p>
      {(method !== 'providers' || doOrganisersUsePasswords) && (
        <SignInForm {...(email ? { email } : {})} onSignedIn={() => client.invalidateQueries()} />
      )}
      {(method === 'formAndProviders' || method === 'providers') && (
        <div className={classes.others}>
          <p className="mt-4 mb-4">{t('again.newTab')}</p>
          <ProviderList inNewTab />
        </div>
      )}
      <a href={basePath} className="soft target">
        {t('again.leave')}
      </a>
    </dialog>
  );
}
