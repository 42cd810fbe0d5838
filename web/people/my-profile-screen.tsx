import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ActivityFeed } from '../activities/activity-feed.tsx';
import { PersonCard } from '../activities/person-card.tsx';
import { ConnectedAccounts } from '../connected-accounts/connected-accounts.tsx';
import areas from '../layout/areas.module.css';
import { Screen } from '../ui/screen.tsx';
import { OwnSummary } from './own-summary.tsx';
import { ProfileParts } from './profile-parts.tsx';
import { meQuery } from './queries.ts';

/** Shows the signed-in person's profile: totals, contact details and activities. */
export default function MyProfileScreen() {
  const { t } = useTranslation(['people', 'activities']);
  const me = useQuery(meQuery).data;
  const activities = useId();
  if (!me) return null;
  return (
    <Screen title={t('mine.title')}>
      <ProfileParts />
      <div className={`${areas.areas} ${areas.profile}`}>
        <div className={`${areas.first} stack`}>
          <PersonCard person={me} />
          <OwnSummary person={me} />
        </div>
        <section className={`${areas.main} stack`} aria-labelledby={activities}>
          <header className="row spread gap-3">
            <h2 id={activities} className="heading">
              {t('mine.activities')}
            </h2>
            <Button component={Link} to="/my-activities/add" size="md" leftSection={<IconPlus aria-hidden />}>
              {t('activities:add.title')}
            </Button>
          </header>
          <ActivityFeed person={me.iri} editable />
        </section>
        <div className={areas.rest}>
          <ConnectedAccounts />
        </div>
      </div>
    </Screen>
  );
}
