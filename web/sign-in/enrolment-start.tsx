import { useTranslation } from 'react-i18next';
import type { Answer } from '../../contract/kit/operation.ts';
import * as secondFactor from '../../contract/second-factor.ts';
import { call } from '../kit/call.ts';
import { useContractForm } from '../kit/form.ts';
import { PasswordField } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';

/** Explains two-factor authentication, and asks for the password to start the set-up. */
export function EnrolmentStart(props: {
  hasPassword: boolean;
  onBegun: (begun: Answer<typeof secondFactor.begin>) => void;
}) {
  const { t } = useTranslation('second-factor');
  const form = useContractForm(secondFactor.SecondFactorPassword, { password: '' });
  return (
    <>
      <p className="soft mb-3">{t('start.text')}</p>
      <p className="soft mb-3">{t('start.app')}</p>
      <Form
        form={form}
        send={(body) => call(secondFactor.begin, { body }).then(props.onBegun)}
        submitLabel={t('start.send')}
      >
        {props.hasPassword && (
          <PasswordField name="password" autoComplete="current-password" label={t('password')} />
        )}
      </Form>
    </>
  );
}
