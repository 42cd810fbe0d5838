import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { CallFailure } from './call.ts';
import { withLimits } from './field-message.ts';

/**
 * Returns a form that validates its values with the schema of its call. The schema's messages are keys of the
 * `validation` texts; `fieldError` translates these keys for display.
 */
export function useContractForm<Values extends FieldValues>(schema: z.ZodMiniType, defaultValues: Values) {
  return useForm<Values>({
    defaultValues: defaultValues as never,
    resolver: standardSchemaResolver(withLimits(schema) as never) as never,
    criteriaMode: 'all',
  });
}

/**
 * Shows the violations of a failed call next to their fields; several violations of one field are on separate lines.
 * Returns a text for a banner if a violation has no field in the form.
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
