import { useTranslation } from 'react-i18next';
import type { Answer } from '../../contract/kit/operation.ts';
import * as secondFactor from '../../contract/second-factor.ts';
import { call } from '../kit/call.ts';
import { useContractForm } from '../kit/form.ts';
import { TextField } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { QrCode } from '../ui/qr-code.tsx';
import classes from './second-factor.module.css';

/** Shows the QR code and the secret for the authenticator app, and a field for the app's first code. */
export function EnrolmentCode(props: {
  begun: Answer<typeof secondFactor.begin>;
  onDone: (recoveryCodes: string[]) => Promise<unknown>;
}) {
  const { t } = useTranslation('second-factor');
  const { secret, address } = props.begun;
  const form = useContractForm(secondFactor.SecondFactorCode, { code: '' });
  return (
    <>
      <p className="soft mb-3">{t('scan.text')}</p>
      <div className="mb-3">
        <QrCode value={address} title={t('scan.picture')} />
      </div>
      <p className="soft mb-3">
        <a href={address}>{t('scan.open')}</a>
      </p>
      <p className="soft mb-3">
        {t('scan.byHand')} <code className={classes.secret}>{secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <Form
        form={form}
        send={(body) =>
          call(secondFactor.confirm, { body }).then(({ recoveryCodes }) => props.onDone(recoveryCodes))
        }
        submitLabel={t('scan.send')}
      >
        <TextField
          name="code"
          autoComplete="one-time-code"
          inputMode="numeric"
          label={t('scan.code')}
          description={t('scan.hint')}
        />
      </Form>
    </>
  );
}
