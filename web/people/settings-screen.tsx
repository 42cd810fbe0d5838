import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ConsentPanel } from '../consents/consent-panel.tsx';
import { DecisionsLink } from '../decisions/decisions-link.tsx';
import { SecondFactorPanel } from '../sign-in/second-factor-panel.tsx';
import { LoadingGroup } from '../ui/loading-group.tsx';
import { Screen } from '../ui/screen.tsx';
import { PersonalTokens } from '../workouts/personal-tokens.tsx';
import { DataExport } from './data-export.tsx';
import { OwnDetails } from './own-details.tsx';
import { ProfileParts } from './profile-parts.tsx';
import { meQuery } from './queries.ts';

/** Shows the settings of the signed-in person: details, sign-in, consent and data export. */
export default function SettingsScreen() {
  const { t } = useTranslation('people');
  const me = useQuery(meQuery).data;
  if (!me) return null;
  return (
    <Screen title={t('mine.title')}>
      <ProfileParts />
      <LoadingGroup>
        <div className="columns halves">
          <div className="stack">
            <OwnDetails person={me} />
            <DecisionsLink />
            <ConsentPanel />
            <DataExport />
          </div>
          <div className="stack">
            <SecondFactorPanel />
            <PersonalTokens />
          </div>
        </div>
      </LoadingGroup>
    </Screen>
  );
}
