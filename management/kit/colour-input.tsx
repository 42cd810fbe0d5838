import { Box, Button } from '@mui/material';
import { TextInput, useTranslate } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';

interface ColourInputProps {
  source: string;
  /** The default colour, until an organiser chooses one. */
  own: string;
  /** The helper text about the chosen colour. */
  helperText: string;
}

/** Shows a field for a colour code, with a colour picker and a button to restore the default colour. */
export function ColourInput({ source, own, helperText }: ColourInputProps) {
  const translate = useTranslate();
  const { setValue } = useFormContext();
  const code: unknown = useWatch({ name: source });
  const isChosen = Boolean(code);
  const colour = typeof code === 'string' && /^#[0-9a-f]{6}$/i.test(code) ? code : own;
  const choose = (value: string) => setValue(source, value, { shouldDirty: true, shouldValidate: true });
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1.5, width: '100%' }}>
      <Box
        component="input"
        type="color"
        value={colour}
        aria-label={translate('app.colour.choose')}
        onChange={({ target }: { target: HTMLInputElement }) => choose(target.value)}
        sx={{
          flexShrink: 0,
          width: 56,
          height: 40,
          p: 0.5,
          border: '1px solid',
          borderColor: 'divider',
          borderRadius: 1,
          bgcolor: 'background.paper',
          cursor: 'pointer',
        }}
      />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <TextInput
          source={source}
          placeholder={own}
          helperText={isChosen ? helperText : translate('app.colour.own', { colour: own })}
          slotProps={{ inputLabel: { shrink: true } }}
        />
        {isChosen && (
          <Button size="small" onClick={() => choose('')} sx={{ mt: -2, mb: 2 }}>
            {translate('app.colour.back')}
          </Button>
        )}
      </Box>
    </Box>
  );
}
