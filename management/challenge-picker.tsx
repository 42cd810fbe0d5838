import { MenuItem, TextField } from '@mui/material';
import { useGetList, useLocaleState, useTranslate } from 'react-admin';
import { textIn } from './kit/in-every-language.tsx';

/** Chooses a challenge by its address in the API, or `all`. */
export function ChallengePicker({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const translate = useTranslate();
  const [locale] = useLocaleState();
  const { data = [] } = useGetList('challenges', {
    pagination: { page: 1, perPage: 1000 },
    sort: { field: 'startsOn', order: 'DESC' },
  });
  const choices = data.map(({ uuid, name }) => ({ uuid: String(uuid), name: textIn(name, locale) }));
  // Addresses differ by the base path only.
  const chosen = choices.find(({ uuid }) => value.endsWith(uuid))?.uuid ?? 'all';
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
