import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { switchLanguage } from '../i18n/texts.ts';
import { AnonymousPage } from '../layout/anonymous-page.tsx';
import { meQuery } from '../people/queries.ts';
import { SignInForm } from './sign-in-form.tsx';
import classes from './sign-in-screen.module.css';

/** The sign-in page. The address stays as it is, so that whoever signs in is where they wanted to be. */
export function SignInScreen() {
  const { t } = useTranslation('sessions');
  const client = useQueryClient();
  return (
    <AnonymousPage
      title={t('signIn.title')}
      panel={<p className={classes.slogan}>{t('signIn.slogan')}</p>}
      panelLeads
    >
      <SignInForm
        onSignedIn={async ({ language }) => {
          await switchLanguage(language);
          await client.refetchQueries({ queryKey: meQuery.queryKey }, { throwOnError: true });
        }}
      />
      <p className={classes.other}>
        {t('signIn.noAccount')} <Link to="/sign-up">{t('signIn.signUp')}</Link>
      </p>
    </AnonymousPage>
  );
}
