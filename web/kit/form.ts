import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { CallFailure } from './call.ts';
import { withLimits } from './field-message.ts';

/**
 * A form that validates by the schema of its call. Messages of the schema are keys of the
 * `validation` texts; `fieldError` translates them when they are shown.
 */
export function useContractForm<Values extends FieldValues>(schema: z.ZodMiniType, defaultValues: Values) {
  return useForm<Values>({
    defaultValues: defaultValues as never,
    resolver: standardSchemaResolver(withLimits(schema) as never) as never,
    criteriaMode: 'all',
  });
}

/**
 * Puts the violations of a failed call beside their fields, several of one field on separate lines.
 * Returns the text for a banner if a violation has no field in the form.
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
