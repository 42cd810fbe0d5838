import { MenuItem, TextField } from '@mui/material';
import { useGetList, useLocaleState, useTranslate } from 'react-admin';
import { textIn } from '../kit/in-every-language.tsx';

interface Choice {
  uuid: string;
  name: string;
}

/** All challenges by name, the newest first; empty while loading. */
export function useChallengeChoices(): Choice[] | undefined {
  const [locale] = useLocaleState();
  const { data } = useGetList('challenges', {
    pagination: { page: 1, perPage: 1000 },
    sort: { field: 'startsOn', order: 'DESC' },
  });
  return data?.map(({ uuid, name }) => ({ uuid: String(uuid), name: textIn(name, locale) }));
}

interface ChallengePickerProps {
  choices: Choice[];
  /** The challenge's id in addresses, or `all`. */
  chosen: string;
  /** Called with the challenge’s address in the API, or `all`. */
  onChange: (value: string) => void;
}

/** Lets organisers choose a challenge, or all of them. */
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
