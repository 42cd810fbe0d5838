import { useTranslation } from 'react-i18next';
import * as identities from '../../contract/identities.ts';
import type { Answer } from '../../contract/kit/operation.ts';
import { useLanguages } from '../configs/queries.ts';
import { ConsentField } from '../consents/consent-field.tsx';
import { call } from '../kit/call.ts';
import { useContractForm } from '../kit/form.ts';
import { SelectField, TextField } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';

/** Shows the form for a new account, prefilled with data from the service. `onDone` gets the page to continue to. */
export function IdentitySignUpForm(props: {
  waiting: Answer<typeof identities.waiting>;
  onDone: (page: { returnTo: string }) => Promise<unknown>;
}) {
  const { t } = useTranslation(['identities', 'accounts']);
  const languages = useLanguages();
  const { givenName, surname, language, asks } = props.waiting;
  const needsCode = asks === 'guestCode';
  const form = useContractForm(needsCode ? identities.SignUpByCode : identities.SignUpByAddress, {
    givenName,
    surname,
    language,
    consent: null as number | null,
    ...(needsCode ? { guestCode: '' } : {}),
  });
  return (
    <Form
      form={form}
      send={(body) => call(identities.signUp, { body }).then(props.onDone)}
      submitLabel={t('signUp.send')}
    >
      {needsCode && (
        <TextField
          name="guestCode"
          autoComplete="off"
          autoCapitalize="characters"
          label={t('accounts:signUp.guestCode')}
          description={t('accounts:signUp.guestCodeHint')}
        />
      )}
      <TextField name="givenName" autoComplete="given-name" label={t('accounts:signUp.givenName')} />
      <TextField name="surname" autoComplete="family-name" label={t('accounts:signUp.surname')} />
      <SelectField
        name="language"
        label={t('accounts:signUp.language')}
        data={languages.map(({ code, label }) => ({ value: code, label }))}
      />
      <ConsentField />
    </Form>
  );
}
