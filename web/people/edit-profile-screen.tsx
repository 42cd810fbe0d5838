import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Panel } from '../ui/panel.tsx';
import { Screen } from '../ui/screen.tsx';
import { ProfileForm } from './profile-form.tsx';
import { meQuery } from './queries.ts';

/** Lets people change their details and how others see them. */
export default function EditProfileScreen() {
  const { t } = useTranslation('people');
  const me = useQuery(meQuery).data;
  return (
    <Screen title={t('edit.title')} back={{ to: '/my-profile', label: t('mine.title') }}>
      <Panel>{me && <ProfileForm person={me} />}</Panel>
    </Screen>
  );
}
