import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { basePath } from '../kit/page.ts';
import { Screen } from '../ui/screen.tsx';
import { Waiting } from '../ui/waiting.tsx';

/** Sends the browser to the address of the management module. */
export default function GoToAdminScreen() {
  const { t } = useTranslation('layout');
  useEffect(() => {
    // In place of this page: going back should not send there once more.
    location.replace(`${basePath}dashboard`);
  }, []);
  return (
    <Screen title={t('management.title')}>
      <p>{t('management.redirecting')}</p>
      <Waiting />
    </Screen>
  );
}
