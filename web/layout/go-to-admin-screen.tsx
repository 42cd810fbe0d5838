import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { basePath } from '../kit/page.ts';
import { Screen } from '../ui/screen.tsx';
import { Waiting } from '../ui/waiting.tsx';

/** Redirects the browser to the management module. */
export default function GoToAdminScreen() {
  const { t } = useTranslation('layout');
  useEffect(() => {
    // Replaces this page in the history, so that going back does not redirect again.
    location.replace(`${basePath}dashboard`);
  }, []);
  return (
    <Screen title={t('management.title')}>
      <p>{t('management.redirecting')}</p>
      <Waiting />
    </Screen>
  );
}
