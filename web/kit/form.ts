import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import type { TFunction } from 'i18next';
import { type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { CallFailure } from './call.ts';

/**
 * A form that is checked by the schema of the call it sends. Messages of the schema are keys of the
 * `validation` texts; `fieldError` puts them into the language, at the moment they are shown.
 */
export function useContractForm<Values extends FieldValues>(schema: z.ZodMiniType, defaultValues: Values) {
  return useForm<Values>({
    defaultValues: defaultValues as never,
    resolver: standardSchemaResolver(schema as never) as never,
    criteriaMode: 'all',
  });
}

/** The text of a field's error; a message that is no key came from the server, in the language already. */
export function fieldError(t: TFunction<'validation'>, message: string | undefined): string | undefined {
  if (!message) return undefined;
  return /^[a-zA-Z]+\.[a-zA-Z]+$/.test(message) ? t(message as never, { ns: 'validation' }) : message;
}

/**
 * Puts the violations of a failed call beside their fields, several of one field on lines of their own.
 * Returns what has no field in the form: the text for a banner, or nothing.
 */
export function showViolations<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  failure: unknown,
): string | undefined {
  if (!(failure instanceof CallFailure)) throw failure;
  const fields = Object.keys(form.getValues());
  const known = failure.violations.filter(({ propertyPath }) => fields.includes(propertyPath));
  for (const field of new Set(known.map(({ propertyPath }) => propertyPath))) {
    const messages = known.filter(({ propertyPath }) => propertyPath === field).map(({ message }) => message);
    form.setError(field as Path<Values>, { message: messages.join('\n') });
  }
  const others = failure.violations.filter((violation) => !known.includes(violation));
  if (failure.violations.length === 0) return failure.message;
  return others.map(({ message }) => message).join('\n') || undefined;
}
