import { MenuItem, TextField } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useLocaleState, useTranslate } from 'react-admin';
import * as challenges from '../../contract/challenges.ts';
import { call } from '../kit/call.ts';

interface Choice {
  uuid: string;
  name: string;
}

/** Returns the names of all challenges, newest first, as participants see them; undefined while loading. */
export function useChallengeChoices(): Choice[] | undefined {
  const [locale] = useLocaleState();
  const { data } = useQuery({
    queryKey: ['challenge-choices', locale],
    queryFn: () => call(challenges.list, { query: {} }),
  });
  return data?.['hydra:member'];
}

interface ChallengePickerProps {
  choices: Choice[];
  /** The challenge's id in URLs, or `all`. */
  chosen: string;
  /** Gets the challenge's address in the API, or `all`. */
  onChange: (value: string) => void;
}

/** Lets organisers choose one challenge or all challenges. */
export function ChallengePicker({ choices, chosen, onChange }: ChallengePickerProps) {
  const translate = useTranslate();
  const choose = (next: string) => onChange(next === 'all' ? next : `/platform/api/challenges/${next}`);
  return (
    <TextField
      select
      size="small"
      margin="none"
      label={translate('resources.statistics.challenge')}
      value={chosen}
      onChange={({ target }) => choose(target.value)}
      sx={{ minWidth: { xs: '100%', sm: 320 } }}
    >
      <MenuItem value="all">{translate('resources.statistics.all')}</MenuItem>
      {choices.map(({ uuid, name }) => (
        <MenuItem key={uuid} value={uuid}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}
