import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import type { PersonInfo } from '../../contract/people.ts';
import { ActivityFeed } from '../activities/activity-feed.tsx';
import { PersonCard } from '../activities/person-card.tsx';
import { CallFailure } from '../kit/call.ts';
import areas from '../layout/areas.module.css';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { Notice } from '../ui/notice.tsx';
import { Screen } from '../ui/screen.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { usePersonName } from './person-name.tsx';
import { meQuery, personQuery } from './queries.ts';

/** Shows a person's profile as everybody sees it. People see a link to edit their own profile. */
export default function ProfileScreen() {
  const { t } = useTranslation('people');
  const nameOf = usePersonName();
  const { id = '' } = useParams();
  const person = useQuery(personQuery(id));
  if (person.data)
    return (
      <Screen title={nameOf(person.data)}>
        <Profile key={id} person={person.data} />
      </Screen>
    );
  if (person.error instanceof CallFailure && person.error.status === 404) return <NobodyHere />;
  return (
    <Screen title={t('profile.title')}>
      {person.error ? <ErrorBanner error={person.error} onRetry={person.refetch} /> : <Waiting />}
    </Screen>
  );
}

function Profile({ person }: { person: PersonInfo }) {
  const { t } = useTranslation('people');
  const me = useQuery(meQuery).data;
  const title = useId();
  const isOwn = person.id === me?.id;
  return (
    <>
      {isOwn && (
        <Notice kind="info">
          <p>{t(person.givenName ? 'profile.own' : 'profile.ownUnnamed')}</p>
          <Button component={Link} to="/my-profile" variant="default" mt="xs">
            {t('profile.toMine')}
          </Button>
        </Notice>
      )}
      <div className={`${areas.areas} ${areas.profile}`}>
        <div className={`${areas.first} stack`}>
          <PersonCard person={person} withName={false} />
        </div>
        <section className={`${areas.main} stack`} aria-labelledby={title}>
          <h2 id={title} className="heading">
            {t('profile.activities')}
          </h2>
          <ActivityFeed person={person.iri} />
        </section>
      </div>
    </>
  );
}

function NobodyHere() {
  const { t } = useTranslation('people');
  return (
    <Screen title={t('profile.unknownTitle')}>
      <EmptyState text={t('profile.unknown')}>
        <Button component={Link} to="/our-statistics" variant="default" size="md">
          {t('profile.toStatistics')}
        </Button>
      </EmptyState>
    </Screen>
  );
}
