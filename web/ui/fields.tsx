import {
  NativeSelect,
  type NativeSelectProps,
  PasswordInput,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { fieldError } from '../kit/field-message.ts';

/**
 * Returns the registration of a field in the surrounding form, and the field's error; `read` parses the field's text.
 */
export function useField(name: string, read?: (text: string) => string) {
  const { register, formState } = useFormContext();
  const { t } = useTranslation('validation');
  return {
    ...register(name, read && { setValueAs: read }),
    error: fieldError(t, formState.errors[name]?.message as string | undefined),
  };
}

type FieldProps = TextInputProps & { name: string };

/** Shows a text field of a form. */
export function TextField({ name, ...props }: FieldProps) {
  return <TextInput size="md" withErrorStyles {...props} {...useField(name)} />;
}

/** Shows a password field of a form, with a button to show the password. */
export function PasswordField({ name, ...props }: FieldProps) {
  const { t } = useTranslation('common');
  const field = useField(name);
  return (
    <PasswordInput
      size="md"
      // Mantine sets this on text inputs, but not on password inputs.
      aria-invalid={field.error ? true : undefined}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
      {...(props as object)}
      {...field}
    />
  );
}

/** Shows a select field of a form. Mount it only after its `data` has loaded; a value without an option is lost. */
export function SelectField({ name, ...props }: NativeSelectProps & { name: string }) {
  // The key remounts the field for a new list, because browsers lose the chosen option when the options change.
  return <NativeSelect key={JSON.stringify(props.data)} size="md" {...props} {...useField(name)} />;
}
