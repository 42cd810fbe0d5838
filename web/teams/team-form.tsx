import { useTranslation } from 'react-i18next';
import { type ChallengeTeam, NewTeam } from '../../contract/teams.ts';
import { useContractForm } from '../kit/form.ts';
import { TextField } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import type { useCreateTeam } from './queries.ts';

/** Asks for the name of a new team. Calls `onMade` with the team if the screen is still mounted. */
export function TeamForm(props: {
  create: ReturnType<typeof useCreateTeam>;
  onMade: (team: ChallengeTeam) => void;
}) {
  const { t } = useTranslation('teams');
  const form = useContractForm(NewTeam, { name: '' });
  return (
    <Form
      form={form}
      send={(body) => props.create.mutateAsync(body, { onSuccess: props.onMade })}
      submitLabel={t('create.submit')}
    >
      <TextField name="name" autoComplete="off" label={t('create.name')} description={t('create.nameHint')} />
    </Form>
  );
}
