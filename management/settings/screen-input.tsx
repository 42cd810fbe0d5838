import { Autocomplete, TextField } from '@mui/material';
import { FieldTitle, required, useInput, useTranslate, ValidationError } from 'react-admin';
import { menuPages } from '../../contract/menus.ts';

/** Shows a field to choose a screen of the app by its name, or to type an address. */
export function ScreenInput({ source, label }: { source: string; label: string }) {
  const translate = useTranslate();
  const { field, fieldState, isRequired } = useInput({ source, validate: required(), defaultValue: '' });
  const nameOf = (page: string) =>
    translate(`resources.menus.screens.${page === '#/' ? 'dashboard' : page.slice(2).replace('/', '-')}`);
  const pages = menuPages.map((url) => ({ url, name: nameOf(url) }));
  const shown = pages.find(({ url }) => url === field.value)?.name ?? String(field.value ?? '');
  const take = (text: string) => field.onChange(pages.find(({ name }) => name === text)?.url ?? text);
  const message = fieldState.error?.message;
  return (
    <Autocomplete
      freeSolo
      // Typed text filters the screens; after choosing a screen, all screens appear again.
      filterOptions={(options, { inputValue }) =>
        inputValue === shown
          ? options
          : options.filter((name) => name.toLowerCase().includes(inputValue.toLowerCase()))
      }
      options={pages.map(({ name }) => name)}
      inputValue={shown}
      onInputChange={(_, text, reason) => reason !== 'reset' && take(text)}
      onChange={(_, text) => take(text ?? '')}
      onBlur={field.onBlur}
      sx={{ minWidth: 260, flex: 1 }}
      renderInput={(params) => (
        <TextField
          {...params}
          name={field.name}
          label={<FieldTitle label={label} source={source} isRequired={isRequired} />}
          error={fieldState.invalid}
          helperText={message ? <ValidationError error={message} /> : ' '}
        />
      )}
    />
  );
}
