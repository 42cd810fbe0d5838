import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import * as accounts from '../../contract/accounts.ts';
import type { Language } from '../../contract/kit/fields.ts';
import { ConsentField } from '../consents/consent-field.tsx';
import { call } from '../kit/call.ts';
import { useContractForm } from '../kit/form.ts';
import { PasswordField, TextField } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { LanguageField } from './language-field.tsx';

/** Shows the form with the six fields of a new account. The guest code is filled in from the URL. */
export function SignUpForm({ onDone }: { onDone: (answer: { activated: boolean; email: string }) => void }) {
  const { t, i18n } = useTranslation('accounts');
  const [search] = useSearchParams();
  const form = useContractForm(accounts.SignUp, {
    givenName: '',
    surname: '',
    email: '',
    guestCode: search.get('guest-code') ?? '',
    password: '',
    language: i18n.language as Language,
    consent: null as number | null,
  });
  return (
    <Form
      form={form}
      send={(body) => call(accounts.signUp, { body }).then(onDone)}
      submitLabel={t('signUp.send')}
    >
      <TextField name="givenName" autoComplete="given-name" label={t('signUp.givenName')} />
      <TextField name="surname" autoComplete="family-name" label={t('signUp.surname')} />
      <TextField
        name="email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        label={t('signUp.email')}
      />
      <TextField
        name="guestCode"
        autoComplete="off"
        autoCapitalize="characters"
        label={t('signUp.guestCode')}
        description={t('signUp.guestCodeHint')}
      />
      <PasswordField
        name="password"
        autoComplete="new-password"
        label={t('signUp.password')}
        description={t('signUp.passwordHint')}
      />
      <LanguageField />
      <ConsentField />
    </Form>
  );
}
