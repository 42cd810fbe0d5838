import { violation } from './problem-error.ts';

/** As deep as an input that is kept goes: the model of the device of a workout in a list that an app sends. */
const deepest = 5;

/**
 * Refuses texts with the character NUL, which PostgreSQL cannot store, wherever they stand in an input.
 * Throws 422 on the field.
 */
export function refuseNul(value: unknown, path: string[] = []): void {
  if (typeof value === 'string' && value.includes('\0')) throw violation(path.join('.'), 'value.invalid');
  if (typeof value !== 'object' || value === null || path.length >= deepest) return;
  for (const [name, inner] of Object.entries(value)) refuseNul(inner, [...path, name]);
}
