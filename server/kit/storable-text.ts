import { violation } from './problem-error.ts';

/**
 * The maximum depth of input that is stored. The deepest value is the device model of a workout in a list that an app
 * sends.
 */
const deepest = 5;

/** Returns whether PostgreSQL can store a text, which must not contain NUL or, in JSON, unpaired UTF-16 surrogates. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** Removes NUL and unpaired surrogates from a service's text, and truncates the text to the given length. */
export const storableText = (text: string, longest: number): string =>
  text
    .replaceAll('\0', '')
    .trim()
    .slice(0, longest)
    .replace(/\p{Cs}/gu, '');

/** Refuses input that contains a text that cannot be stored. Throws 422 on the text's field. */
export function refuseUnstorable(value: unknown, path: string[] = []): void {
  if (typeof value === 'string' && !isStorable(value)) throw violation(path.join('.'), 'value.invalid');
  if (typeof value !== 'object' || value === null || path.length >= deepest) return;
  for (const [name, inner] of Object.entries(value)) {
    if (!isStorable(name)) throw violation(path.join('.'), 'value.invalid');
    refuseUnstorable(inner, [...path, name]);
  }
}
