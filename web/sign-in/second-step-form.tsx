import { useTranslation } from 'react-i18next';
import type { Answer } from '../../contract/kit/operation.ts';
import * as secondFactor from '../../contract/second-factor.ts';
import { call } from '../kit/call.ts';
import { useContractForm } from '../kit/form.ts';
import { TextField } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';

/**
 * Asks for the code from the authenticator app after the password. `onSignedIn` gets the person's language and the page
 * to continue to.
 */
export function SecondStepForm(props: { onSignedIn: (answer: Answer<typeof secondFactor.step>) => unknown }) {
  const { t } = useTranslation('second-factor');
  const form = useContractForm(secondFactor.SecondFactorCode, { code: '' });
  return (
    <>
      <p className="soft mb-4">{t('step.text')}</p>
      <Form
        form={form}
        send={(body) => call(secondFactor.step, { body }).then(props.onSignedIn)}
        submitLabel={t('step.send')}
      >
        <TextField
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          autoFocus
          label={t('step.code')}
          description={t('step.recovery')}
        />
      </Form>
    </>
  );
}
