import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { CallFailure } from '../kit/call.ts';
import { basePath } from '../kit/page.ts';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { Notice } from '../ui/notice.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { PasswordPage } from './password-page.tsx';
import { resetLinkQuery } from './queries.ts';
import classes from './reset-password-screen.module.css';

/** Where a mailed link leads to: a new password, or the way to another link. */
export default function ResetPasswordScreen() {
  const { t } = useTranslation('passwords');
  const { slug = '' } = useParams();
  const [done, setDone] = useState(false);
  return (
    <PasswordPage title={t('reset.title')}>
      {done ? (
        <>
          <Notice kind="success">{t('reset.done')}</Notice>
          {/* Loads the page anew: whoever was signed in here is not any more. */}
          <Button component="a" href={basePath} size="md" className={classes.next as string}>
            {t('reset.signIn')}
          </Button>
        </>
      ) : (
        <NewPassword slug={slug} onDone={() => setDone(true)} />
      )}
    </PasswordPage>
  );
}

function NewPassword({ slug, onDone }: { slug: string; onDone: () => void }) {
  const { t } = useTranslation('passwords');
  const { error, isPending, refetch } = useQuery(resetLinkQuery(slug));
  if (isPending) return <Waiting />;
  if (error instanceof CallFailure && error.status === 404)
    return (
      <>
        <Notice kind="danger">{t('reset.spent')}</Notice>
        <Button component={Link} to="/forgot-password" size="md" className={classes.next as string}>
          {t('reset.again')}
        </Button>
      </>
    );
  if (error) return <ErrorBanner error={error} onRetry={refetch} />;
  return (
    <>
      <p className={classes.text}>{t('reset.text')}</p>
      <NewPasswordForm slug={slug} onDone={onDone} onSpent={refetch} />
    </>
  );
}
