import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { removeDraftsOfOthers } from '../kit/drafts.ts';
import { basePath } from '../kit/page.ts';
import { Screen } from '../ui/screen.tsx';
import { Waiting } from '../ui/waiting.tsx';

/** Redirects the browser to the address that ends the session. */
export default function SignOutScreen() {
  const { t } = useTranslation('sessions');
  useEffect(() => {
    removeDraftsOfOthers();
    // Replaces this page in the history, so that going back does not sign out again.
    location.replace(`${basePath}logout`);
  }, []);
  return (
    <Screen title={t('signOut.title')}>
      <p>{t('signOut.redirecting')}</p>
      <Waiting />
    </Screen>
  );
}
