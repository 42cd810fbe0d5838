import { useTranslation } from 'react-i18next';
import * as passwords from '../../contract/passwords.ts';
import { CallFailure, call } from '../kit/call.ts';
import { useContractForm } from '../kit/form.ts';
import { PasswordField } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';

/** Asks for a new password and sets it by a mailed link; `onSpent` where the link has been used meanwhile. */
export function NewPasswordForm(props: {
  slug: string;
  onDone: () => void;
  onSpent: () => Promise<unknown>;
}) {
  const { t } = useTranslation('passwords');
  const form = useContractForm(passwords.NewPassword, { password: '' });
  return (
    <Form
      form={form}
      send={(body) =>
        call(passwords.reset, { params: { slug: props.slug }, body }).then(props.onDone, (failure) => {
          if (failure instanceof CallFailure && failure.status === 404) return props.onSpent();
          throw failure;
        })
      }
      submitLabel={t('reset.send')}
    >
      <PasswordField
        name="password"
        autoComplete="new-password"
        label={t('reset.password')}
        description={t('reset.hint')}
      />
    </Form>
  );
}
