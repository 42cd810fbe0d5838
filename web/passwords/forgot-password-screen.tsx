import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import * as passwords from '../../contract/passwords.ts';
import { call } from '../kit/call.ts';
import { useContractForm } from '../kit/form.ts';
import { TextField } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { Notice } from '../ui/notice.tsx';
import { PasswordPage } from './password-page.tsx';

/** Lets visitors request an email with a link for choosing a new password. */
export default function ForgotPasswordScreen() {
  const { t } = useTranslation('passwords');
  const [done, setDone] = useState(false);
  return (
    <PasswordPage title={t('forgot.title')}>
      {done ? (
        <>
          <Notice kind="info" focused>
            {t('forgot.done')}
          </Notice>
          <p className="soft">{t('forgot.look')}</p>
        </>
      ) : (
        <>
          <p className="soft">{t('forgot.text')}</p>
          <ForgotPasswordForm onDone={() => setDone(true)} />
        </>
      )}
      <p className="row gap-5 tight ways">
        {done && (
          <button type="button" onClick={() => setDone(false)}>
            {t('forgot.again')}
          </button>
        )}
        <Link to="/">{t('forgot.signIn')}</Link>
      </p>
    </PasswordPage>
  );
}

function ForgotPasswordForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('passwords');
  const form = useContractForm(passwords.ForgotPassword, { email: '' });
  return (
    <Form
      form={form}
      send={(body) => call(passwords.forgot, { body }).then(onDone)}
      submitLabel={t('forgot.send')}
    >
      <TextField
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        label={t('forgot.email')}
      />
    </Form>
  );
}
