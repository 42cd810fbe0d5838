import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { GoodToKnow } from '../accounts/good-to-know.tsx';
import { navigateAway } from '../kit/page-navigation.ts';
import { AnonymousPage } from '../layout/anonymous-page.tsx';
import { Slogan } from '../layout/slogan.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { Notice } from '../ui/notice.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { IdentitySignUpForm } from './identity-sign-up-form.tsx';
import { LinkForm } from './link-form.tsx';
import { waitingQuery } from './queries.ts';

/** Asks for the missing data when a person signs in with another service for the first time. */
export default function IdentityScreen() {
  const { t } = useTranslation('identities');
  const { data: waiting, error, refetch } = useQuery(waitingQuery);
  // Reloads the page, because the app differs for signed-in people, and its language may change.
  const continueTo = ({ returnTo }: { returnTo: string }) => navigateAway(returnTo);
  // The response decides which page to show.
  if (waiting === undefined && !error) return <Waiting />;
  if (waiting === null)
    return (
      <AnonymousPage title={t('gone.title')} panel={<Slogan />} panelLeads>
        <Notice kind="info">{t('gone.text')}</Notice>
        <Button component={Link} to="/" size="md" className="start">
          {t('back')}
        </Button>
      </AnonymousPage>
    );
  const isInvited = waiting?.asks === 'firstPassword';
  const kind = isInvited || waiting?.asks === 'password' ? 'link' : 'signUp';
  return (
    <AnonymousPage
      title={t(`${kind}.title`)}
      panel={kind === 'link' ? <Slogan /> : <GoodToKnow />}
      panelLeads={kind === 'link'}
    >
      {error && <ErrorBanner error={error} onRetry={refetch} />}
      {waiting && (
        <>
          <p>
            {t(kind === 'link' ? `link.${isInvited ? 'invited' : 'text'}` : `signUp.${waiting.asks}`, {
              provider: waiting.provider,
              email: waiting.email,
            })}
          </p>
          {isInvited && (
            <Button component={Link} to="/forgot-password" size="md" className="start">
              {t('link.choose')}
            </Button>
          )}
          {kind === 'link' && !isInvited && <LinkForm email={waiting.email} onDone={continueTo} />}
          {kind === 'signUp' && <IdentitySignUpForm waiting={waiting} onDone={continueTo} />}
          <p className="soft ways">
            {t('other')} <Link to="/">{t('back')}</Link>
          </p>
        </>
      )}
    </AnonymousPage>
  );
}
