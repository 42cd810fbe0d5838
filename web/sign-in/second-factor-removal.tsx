import { useTranslation } from 'react-i18next';
import * as secondFactor from '../../contract/second-factor.ts';
import { call } from '../kit/call.ts';
import { useContractForm } from '../kit/form.ts';
import { PasswordField, TextField } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';

/** Says that two-factor authentication is on, and switches it off with the password and a code. */
export function SecondFactorRemoval(props: {
  hasPassword: boolean;
  codesLeft: number;
  onDone: () => Promise<unknown>;
}) {
  const { t } = useTranslation('second-factor');
  const form = useContractForm(secondFactor.SecondFactorRemoval, { password: '', code: '' });
  return (
    <>
      <p className="soft mb-3">{t('panel.on', { count: props.codesLeft })}</p>
      <p className="soft mb-3">{t('remove.text')}</p>
      <Form
        form={form}
        send={(body) => call(secondFactor.remove, { body }).then(props.onDone)}
        submitLabel={t('remove.send')}
      >
        {props.hasPassword && (
          <PasswordField name="password" autoComplete="current-password" label={t('password')} />
        )}
        <TextField
          name="code"
          autoComplete="one-time-code"
          label={t('step.code')}
          description={t('step.recovery')}
        />
      </Form>
    </>
  );
}
