import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { settingsQuery } from '../configs/queries.ts';
import { meQuery } from '../people/queries.ts';
import { Panel } from '../ui/panel.tsx';
import { Screen } from '../ui/screen.tsx';

/** Replaces the sign-up page for signed-in people who follow a link with a guest code. */
export default function AlreadySignedUpScreen() {
  const { t } = useTranslation('accounts');
  const { data: me } = useQuery(meQuery);
  const { data: settings } = useQuery(settingsQuery);
  return (
    <Screen title={t('already.title')}>
      <Panel>
        <p className="measure mb-3">{t('already.text', { email: me?.email ?? '' })}</p>
        {settings?.teamsEnabled && settings.allowTeamCreation && (
          <p className="measure mb-3">{t('already.team')}</p>
        )}
        <div className="row mt-4">
          <Button component={Link} to="/" size="md">
            {t('already.home')}
          </Button>
          <Button component={Link} to="/sign-out" variant="default" size="md">
            {t('already.signOut')}
          </Button>
        </div>
      </Panel>
    </Screen>
  );
}
