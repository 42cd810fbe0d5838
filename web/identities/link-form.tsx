import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import * as identities from '../../contract/identities.ts';
import { call } from '../kit/call.ts';
import { useContractForm } from '../kit/form.ts';
import { PasswordField } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';

/** Asks for the password of the account with the given email address. `onDone` gets the page to continue to. */
export function LinkForm(props: { email: string; onDone: (page: { returnTo: string }) => Promise<unknown> }) {
  const { t } = useTranslation('identities');
  const form = useContractForm(identities.LinkIdentity, { password: '' });
  return (
    <Form
      form={form}
      send={(body) => call(identities.link, { body }).then(props.onDone)}
      submitLabel={t('link.send')}
      aside={
        <Link to="/forgot-password" className="way">
          {t('link.forgot')}
        </Link>
      }
    >
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" autoComplete="username" value={props.email} readOnly hidden />
      <PasswordField name="password" autoComplete="current-password" label={t('link.password')} />
    </Form>
  );
}
