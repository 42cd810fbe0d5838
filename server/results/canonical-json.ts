/** A value in a file of results. Numbers are small integers, or decimals as entered. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/**
 * Canonical JSON (RFC 8785, JSON Canonicalization Scheme): no white space, keys in the order of their UTF-16 units,
 * texts and numbers as ECMAScript writes them. Throws if a number is not finite.
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
