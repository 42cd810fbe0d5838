/**
 * Parses JSON from a service; returns undefined if it is invalid. Large integers, such as 64-bit ids, become strings,
 * and characters that the database cannot store are removed.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, exactly);
  } catch {
    return undefined;
  }
}

/**
 * Revives a value for `JSON.parse`. The third parameter contains the source text; TypeScript's types do not
 * include it yet.
 */
function exactly(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '');
  const source = context?.source;
  return typeof value === 'number' && !Number.isSafeInteger(value) && source && /^-?\d+$/.test(source)
    ? source
    : value;
}
