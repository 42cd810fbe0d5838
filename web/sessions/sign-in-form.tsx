import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '../../contract/kit/fields.ts';
import * as sessions from '../../contract/sessions.ts';
import { call } from '../kit/call.ts';
import { useContractForm } from '../kit/form.ts';
import { PasswordField, TextField } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';

/** Asks for email address and password; `onSignedIn` gets the person's language. */
export function SignInForm(props: {
  email?: string;
  onSignedIn: (answer: { language: Language }) => Promise<unknown>;
  /** Stands beside the button. */
  aside?: ReactNode;
}) {
  const { t } = useTranslation('sessions');
  const form = useContractForm(sessions.SignIn, { username: props.email ?? '', password: '' });
  return (
    <Form
      form={form}
      send={(body) => call(sessions.signIn, { body }).then(props.onSignedIn)}
      submitLabel={t('signIn.send')}
      aside={props.aside}
    >
      <TextField
        name="username"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        label={t('signIn.email')}
      />
      <PasswordField name="password" autoComplete="current-password" label={t('signIn.password')} />
    </Form>
  );
}
