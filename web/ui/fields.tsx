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

/** The registration and the error of a field of the form around it; `read` makes its value of what stands in it. */
export function useField(name: string, read?: (text: string) => string) {
  const { register, formState } = useFormContext();
  const { t } = useTranslation('validation');
  return {
    ...register(name, read && { setValueAs: read }),
    error: fieldError(t, formState.errors[name]?.message as string | undefined),
  };
}

type FieldProps = TextInputProps & { name: string };

/** A line of text in a form. */
export function TextField({ name, ...props }: FieldProps) {
  return <TextInput size="md" withErrorStyles {...props} {...useField(name)} />;
}

/** A password in a form, which can be made visible. */
export function PasswordField({ name, ...props }: FieldProps) {
  const { t } = useTranslation('common');
  const field = useField(name);
  return (
    <PasswordInput
      size="md"
      // Text inputs say so by themselves; a password's does not.
      aria-invalid={field.error ? true : undefined}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
      {...(props as object)}
      {...field}
    />
  );
}

/** One of a list in a form. Mount it once its `data` is there: a value that is no option yet is lost. */
export function SelectField({ name, ...props }: NativeSelectProps & { name: string }) {
  // Another list is another field: options that move lose which of them was chosen.
  return <NativeSelect key={JSON.stringify(props.data)} size="md" {...props} {...useField(name)} />;
}
