import { useTranslation } from 'react-i18next';
import { type ChallengeTeam, NewTeam } from '../../contract/teams.ts';
import { useContractForm } from '../kit/form.ts';
import { TextField } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { useCreateTeam } from './queries.ts';

/** Asks for the name of a new team; `onMade` gets the team. */
export function TeamForm({ onMade }: { onMade: (team: ChallengeTeam) => void }) {
  const { t } = useTranslation('teams');
  const form = useContractForm(NewTeam, { name: '' });
  const create = useCreateTeam();
  return (
    <Form
      form={form}
      // Whoever has left the screen in the meantime stays where they went.
      send={(body) => create.mutateAsync(body, { onSuccess: onMade })}
      submitLabel={t('create.submit')}
    >
      <TextField name="name" autoComplete="off" label={t('create.name')} description={t('create.nameHint')} />
    </Form>
  );
}
