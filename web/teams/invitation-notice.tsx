import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../ui/notice.tsx';
import { lastParticipationPath } from './last-participation.ts';

/** Says on the sign-in page that the app remembers the invitation to a team. */
export function InvitationNotice() {
  if (!lastParticipationPath()) return null;
  return (
    <Suspense>
      <InvitationText />
    </Suspense>
  );
}

function InvitationText() {
  const { t } = useTranslation('teams');
  return <Notice kind="info">{t('invited')}</Notice>;
}
