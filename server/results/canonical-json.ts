/** A value in a results file. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/**
 * Writes a value as canonical JSON (RFC 8785, JSON Canonicalization Scheme), without white space and with keys sorted
 * by UTF-16 code units. Throws if a number is not finite.
 */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
    return `{${members.map(([key, inner]) => `${JSON.stringify(key)}:${canonicalJson(inner)}`).join(',')}}`;
  }
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new Error(`${value} cannot be written as JSON`);
  return JSON.stringify(typeof value === 'string' ? value.toWellFormed() : value);
}
