import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { settingsQuery } from '../configs/queries.ts';
import { switchLanguage } from '../i18n/texts.ts';
import { IdentityFailureNotice } from '../identities/identity-failure-notice.tsx';
import { ProviderList } from '../identities/provider-list.tsx';
import { providersQuery } from '../identities/queries.ts';
import { AnonymousPage } from '../layout/anonymous-page.tsx';
import { LanguageOffer } from '../layout/language-offer.tsx';
import { Slogan } from '../layout/slogan.tsx';
import { ActivatedNotice } from '../passwords/activated-notice.tsx';
import { meQuery } from '../people/queries.ts';
import { InvitationNotice } from '../teams/invitation-notice.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { continueAfterSignIn, pageAfterSignIn, type SignedIn } from './after-sign-in.ts';
import classes from './sign-in.module.css';
import { SignInFoot } from './sign-in-foot.tsx';
import { SignInForm } from './sign-in-form.tsx';

/**
 * Shows the sign-in page, in one of three variants: the form, the form and other services, or only other services. The
 * URL does not change, so that people see the requested page after signing in.
 */
export default function SignInScreen() {
  const { t, i18n } = useTranslation('sessions');
  const { data: settings } = useQuery(settingsQuery);
  const hasProviders = settings !== undefined && settings.registrationMethod !== 'form';
  const providers = useQuery({
    ...providersQuery(i18n.language),
    enabled: hasProviders,
    // The labels of the services depend on the language; the page keeps the old labels until the new ones have loaded.
    placeholderData: keepPreviousData,
  });
  if (!settings) return <Waiting />;
  const frame = { title: t('signIn.title'), panel: <Slogan />, panelLeads: true };
  // Waits for the services, because the height of the page depends on their number.
  if (providers.isLoading)
    return (
      <AnonymousPage {...frame}>
        <Waiting />
      </AnonymousPage>
    );
  return (
    <AnonymousPage {...frame}>
      <LanguageOffer />
      <ActivatedNotice />
      <IdentityFailureNotice />
      <InvitationNotice />
      {settings.registrationMethod === 'form' && <PasswordWay />}
      {settings.registrationMethod === 'formAndProviders' && (
        <PasswordWay>
          <p className={`${classes.or} soft`}>{t('signIn.or')}</p>
          <ProviderList />
        </PasswordWay>
      )}
      {settings.registrationMethod === 'providers' && (
        <>
          <p className="soft ways">{t('signIn.providersOnly')}</p>
          <ProviderList />
          {settings.doOrganisersUsePasswords && (
            <>
              <p className={`${classes.or} soft`}>{t('signIn.or')}</p>
              <p className="soft ways">{t('signIn.organisers')}</p>
              <PasswordForm />
            </>
          )}
        </>
      )}
      <SignInFoot settings={settings} />
    </AnonymousPage>
  );
}

/** Shows the sign-in form, the other ways to sign in below, and the link to sign up. */
function PasswordWay({ children }: { children?: ReactNode }) {
  const { t } = useTranslation('sessions');
  return (
    <>
      <PasswordForm />
      {children}
      <p className="soft ways">
        {t('signIn.noAccount')} <Link to="/sign-up">{t('signIn.signUp')}</Link>
      </p>
    </>
  );
}

function PasswordForm() {
  const { t } = useTranslation('sessions');
  const client = useQueryClient();
  // The sign-up page passes the email address to this page.
  const { state } = useLocation() as { state: { email?: string } | null };
  const continueSignIn = async (answer: SignedIn) => {
    if (pageAfterSignIn(answer)) return continueAfterSignIn(answer);
    await switchLanguage(answer.language);
    await client.refetchQueries({ queryKey: meQuery.queryKey }, { throwOnError: true });
  };
  return (
    <SignInForm
      email={state?.email ?? ''}
      onSignedIn={continueSignIn}
      aside={
        <Link to="/forgot-password" className="way">
          {t('signIn.forgot')}
        </Link>
      }
    />
  );
}
