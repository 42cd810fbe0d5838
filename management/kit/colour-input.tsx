import { Box, InputAdornment } from '@mui/material';
import { TextInput, type TextInputProps, useTranslate } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';

/** A colour by its code, and beside it what chooses one without knowing codes. */
export function ColourInput(props: TextInputProps) {
  const translate = useTranslate();
  const { setValue } = useFormContext();
  const code: unknown = useWatch({ name: props.source });
  const colour = typeof code === 'string' && /^#[0-9a-f]{6}$/i.test(code) ? code : '#ffffff';
  const chooser = (
    <Box
      component="input"
      type="color"
      value={colour}
      aria-label={translate('app.chooseColour')}
      onChange={({ target }: { target: HTMLInputElement }) =>
        setValue(props.source, target.value, { shouldDirty: true, shouldValidate: true })
      }
      sx={{ width: 44, height: 36, p: 0, border: 0, background: 'none', cursor: 'pointer' }}
    />
  );
  return (
    <TextInput
      {...props}
      slotProps={{
        input: { startAdornment: <InputAdornment position="start">{chooser}</InputAdornment> },
        inputLabel: { shrink: true },
      }}
    />
  );
}
