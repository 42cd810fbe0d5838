import { TextField } from '@mui/material';
import { useState } from 'react';
import {
  FieldTitle,
  InputHelperText,
  type InputProps,
  maxValue,
  minValue,
  useInput,
  useLocaleState,
} from 'react-admin';
import type { Language } from '../../contract/kit/fields.ts';
import { typedNumber, writtenNumber } from '../../contract/typed-number.ts';

interface NumberInputProps extends InputProps {
  min?: number;
  max?: number;
  /** Whether the number must be whole. A point or comma in the text can then only separate thousands. */
  isWhole?: boolean;
}

/** Validates the form value, which is the typed text itself if that text is not a number. */
const isRead = (value: unknown) => (typeof value === 'string' ? 'app.number.unclear' : undefined);

/**
 * Shows a number field for the app's language. Browsers' own number fields drop separators that they do not recognise.
 */
export function NumberInput(given: NumberInputProps) {
  const { min, max, isWhole = false, validate = [], helperText, label, ...props } = given;
  const [locale] = useLocaleState();
  const [typed, setTyped] = useState('');
  const { field, fieldState, id, isRequired } = useInput({
    ...props,
    validate: [
      ...[validate].flat(),
      isRead,
      ...(min === undefined ? [] : [minValue(min)]),
      ...(max === undefined ? [] : [maxValue(max)]),
    ],
    format: (value) => value,
    parse: (value) => value,
  });
  const read = (text: string) => {
    const kind = { isWhole, ...(max === undefined ? {} : { most: max }) };
    const value = typedNumber(text, locale as Language, kind);
    return value === undefined ? text : value;
  };
  const written =
    typeof field.value === 'number' ? writtenNumber(field.value, locale) : (field.value ?? '').toString();
  const { error, invalid } = fieldState;
  return (
    <TextField
      id={id}
      name={field.name}
      inputRef={field.ref}
      // Keeps the typed text as long as it parses to the form's value.
      value={typed !== '' && read(typed) === field.value ? typed : written}
      onChange={({ target }) => {
        setTyped(target.value);
        field.onChange(read(target.value));
      }}
      onBlur={field.onBlur}
      disabled={props.disabled ?? false}
      label={<FieldTitle label={label} source={props.source} isRequired={isRequired} />}
      error={invalid}
      helperText={
        <InputHelperText {...(error?.message ? { error: error.message } : {})} helperText={helperText} />
      }
      slotProps={{ htmlInput: { inputMode: 'decimal', autoComplete: 'off' } }}
      className="ra-input"
      fullWidth
    />
  );
}
