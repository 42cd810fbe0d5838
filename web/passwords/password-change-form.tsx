import '@mantine/core/styles/Checkbox.css';
import { Checkbox } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import * as passwords from '../../contract/passwords.ts';
import { call } from '../kit/call.ts';
import { useContractForm } from '../kit/form.ts';
import { sessionsQuery } from '../sign-in/queries.ts';
import { PasswordField } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { tokensQuery } from '../workouts/queries.ts';

/**
 * Asks for the current password and a new password. People with personal tokens can revoke these too. `onDone` gets
 * the message to show.
 */
export function PasswordChangeForm({ onDone }: { onDone: (message: string) => void }) {
  const { t } = useTranslation('security');
  const client = useQueryClient();
  const tokens = useQuery(tokensQuery).data?.length ?? 0;
  const form = useContractForm(passwords.ChangePassword, {
    currentPassword: '',
    password: '',
    endTokens: false,
  });
  const send = async (body: Parameters<typeof call<typeof passwords.change>>[1]['body']) => {
    const answer = await call(passwords.change, { body });
    onDone(answer['hydra:message']);
    await client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    await client.invalidateQueries({ queryKey: tokensQuery.queryKey });
  };
  return (
    <Form form={form} send={send} submitLabel={t('password.send')}>
      <PasswordField name="currentPassword" autoComplete="current-password" label={t('password.current')} />
      <PasswordField
        name="password"
        autoComplete="new-password"
        label={t('password.new')}
        description={t('password.hint')}
      />
      {tokens > 0 && (
        <Checkbox
          size="md"
          label={t('password.endTokens', { count: tokens })}
          {...form.register('endTokens')}
        />
      )}
    </Form>
  );
}
