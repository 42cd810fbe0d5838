import { violation } from './problem-error.ts';

/** The maximum depth of stored input: the model of a workout's device in a list sent by an app. */
const deepest = 5;

/**
 * Whether PostgreSQL can store a text: without the character NUL and, within JSON, without unpaired UTF-16 surrogates.
 */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** The storable part of a service's text, up to a length: without NUL and unpaired surrogates. */
export const storableText = (text: string, longest: number): string =>
  text
    .replaceAll('\0', '')
    .trim()
    .slice(0, longest)
    .replace(/\p{Cs}/gu, '');

/** Refuses texts that cannot be stored, anywhere in an input. Throws 422 on the field. */
export function refuseUnstorable(value: unknown, path: string[] = []): void {
  if (typeof value === 'string' && !isStorable(value)) throw violation(path.join('.'), 'value.invalid');
  if (typeof value !== 'object' || value === null || path.length >= deepest) return;
  for (const [name, inner] of Object.entries(value)) {
    if (!isStorable(name)) throw violation(path.join('.'), 'value.invalid');
    refuseUnstorable(inner, [...path, name]);
  }
}
