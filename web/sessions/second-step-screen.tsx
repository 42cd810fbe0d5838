import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { leaveFor } from '../kit/leave.ts';
import { AnonymousPage } from '../layout/anonymous-page.tsx';
import { Slogan } from '../layout/slogan.tsx';
import { SecondStepForm } from './second-step-form.tsx';

/** Where who has signed in by another service is asked for the code of their app. */
export default function SecondStepScreen() {
  const { t } = useTranslation('second-factor');
  return (
    <AnonymousPage title={t('step.title')} panel={<Slogan />} panelLeads>
      {/* The whole page anew: who is signed in has another app before them, perhaps in another language. */}
      <SecondStepForm onSignedIn={({ returnTo }) => leaveFor(returnTo)} />
      <p>
        <Link to="/">{t('step.back')}</Link>
      </p>
    </AnonymousPage>
  );
}
