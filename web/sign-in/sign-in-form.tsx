import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as sessions from '../../contract/sessions.ts';
import { call } from '../kit/call.ts';
import { useContractForm } from '../kit/form.ts';
import { PasswordField, TextField } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { Waiting } from '../ui/waiting.tsx';
import type { SignedIn } from './after-sign-in.ts';

const SecondStepForm = lazy(() =>
  import('./second-step-form.tsx').then((file) => ({ default: file.SecondStepForm })),
);

/**
 * Asks for the email address and the password, and for a code if the person uses two-factor authentication.
 * `onSignedIn` gets the person's language, and whether they must first set up two-factor authentication.
 */
export function SignInForm(props: {
  email?: string;
  onSignedIn: (answer: SignedIn) => Promise<unknown>;
  /** Rendered next to the button. */
  aside?: ReactNode;
}) {
  const { t } = useTranslation('sessions');
  const [asksCode, setAsksCode] = useState(false);
  const form = useContractForm(sessions.SignIn, { username: props.email ?? '', password: '' });
  if (asksCode)
    return (
      <Suspense fallback={<Waiting />}>
        <SecondStepForm onSignedIn={props.onSignedIn} />
      </Suspense>
    );
  const signIn = async (body: { username: string; password: string }) => {
    const answer = await call(sessions.signIn, { body });
    if (answer.secondFactor === 'code') setAsksCode(true);
    else await props.onSignedIn(answer);
  };
  return (
    <Form form={form} send={signIn} submitLabel={t('signIn.send')} aside={props.aside}>
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
