import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { navigateAway } from '../kit/page-navigation.ts';
import { AnonymousPage } from '../layout/anonymous-page.tsx';
import { Slogan } from '../layout/slogan.tsx';
import { SecondStepForm } from './second-step-form.tsx';

/** Asks people who signed in with another service for the code from their authenticator app. */
export default function SecondStepScreen() {
  const { t } = useTranslation('second-factor');
  return (
    <AnonymousPage title={t('step.title')} panel={<Slogan />} panelLeads>
      {/* Reloads the page, because the app differs for signed-in people, and its language may change. */}
      <SecondStepForm onSignedIn={({ returnTo }) => navigateAway(returnTo)} />
      <p className="ways">
        <Link to="/">{t('step.back')}</Link>
      </p>
    </AnonymousPage>
  );
}
