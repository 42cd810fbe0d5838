import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as passwords from '../../contract/passwords.ts';
import { settingsQuery } from '../configs/queries.ts';
import { call } from '../kit/call.ts';
import { meQuery } from '../people/queries.ts';
import { secondFactorQuery } from '../sign-in/queries.ts';
import { Notice } from '../ui/notice.tsx';
import { Panel } from '../ui/panel.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { PasswordChangeForm } from './password-change-form.tsx';

/**
 * Lets people change their password, or request an email with a link to choose their first password. Hidden
 * if nobody can sign in with a password.
 */
export function PasswordPanel() {
  const { t } = useTranslation('security');
  const settings = useQuery(settingsQuery).data;
  const hasPassword = useQuery(secondFactorQuery).data?.hasPassword;
  const [done, setDone] = useState<string>();
  if (!settings || hasPassword === undefined) return null;
  if (settings.registrationMethod === 'providers' && !settings.doOrganisersUsePasswords) return null;
  return (
    <Panel title={t('password.title')}>
      <div className="stack">
        {done && <Notice kind="success">{done}</Notice>}
        {/* The key clears the form after each change. */}
        {hasPassword ? <PasswordChangeForm key={done} onDone={setDone} /> : <FirstPassword />}
      </div>
    </Panel>
  );
}

/**
 * Offers to email a link for choosing a first password. People who sign in with another service must first prove that
 * the email address is theirs.
 */
function FirstPassword() {
  const { t } = useTranslation('security');
  const email = useQuery(meQuery).data?.email ?? '';
  const ask = useMutation({ mutationFn: () => call(passwords.forgot, { body: { email } }) });
  return (
    <>
      <p className="soft">{t('password.none', { email })}</p>
      {ask.isSuccess && <Notice kind="success">{t('password.mailed')}</Notice>}
      {ask.error && <Notice kind="danger">{ask.error.message}</Notice>}
      {ask.isPending && <Waiting small />}
      {!ask.isPending && !ask.isSuccess && (
        <Button variant="default" size="md" className="start" onClick={() => ask.mutate()}>
          {t('password.mail')}
        </Button>
      )}
    </>
  );
}
