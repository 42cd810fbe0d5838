import { useTranslation } from 'react-i18next';
import * as passwords from '../../contract/passwords.ts';
import { CallFailure, call } from '../kit/call.ts';
import { useContractForm } from '../kit/form.ts';
import { PasswordField } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';

/** Asks for a password, and sets it with a mailed link. Calls `onSpent` if the link was already used. */
export function NewPasswordForm(props: {
  slug: string;
  isInvitation: boolean;
  onDone: (password: string, message: string) => unknown;
  onSpent: () => Promise<unknown>;
}) {
  const { t } = useTranslation('passwords');
  const prefix = props.isInvitation ? 'invite' : 'reset';
  const form = useContractForm(passwords.NewPassword, { password: '' });
  return (
    <Form
      form={form}
      send={(body) =>
        call(passwords.reset, { params: { slug: props.slug }, body }).then(
          (answer) => props.onDone(body.password, answer['hydra:message']),
          (failure) => {
            if (failure instanceof CallFailure && failure.status === 404) return props.onSpent();
            throw failure;
          },
        )
      }
      submitLabel={t(`${prefix}.send`)}
    >
      <PasswordField
        name="password"
        autoComplete="new-password"
        label={t(`${prefix}.password`)}
        description={t(`${prefix}.hint`)}
      />
    </Form>
  );
}
