import { useTranslation } from 'react-i18next';
import { PasswordPanel } from '../passwords/password-panel.tsx';
import { Screen } from '../ui/screen.tsx';
import { SecondFactorPanel } from './second-factor-panel.tsx';
import { SessionList } from './session-list.tsx';

/** Shows the security settings: password, two-factor authentication and sessions. */
export default function SecurityScreen() {
  const { t } = useTranslation(['security', 'people']);
  return (
    <Screen title={t('title')} back={{ to: '/my-profile/settings', label: t('people:mine.settings') }}>
      <div className="columns halves">
        <SessionList />
        <div className="stack">
          <PasswordPanel />
          <SecondFactorPanel />
        </div>
      </div>
    </Screen>
  );
}
