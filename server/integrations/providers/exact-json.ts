/**
 * What a text of a service says in JSON; undefined where it is none. Whole numbers that a number cannot hold
 * exactly, such as ids of 64 bits, are their digits; what no database holds is left out of texts.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, exactly);
  } catch {
    return undefined;
  }
}

/** A reviver: engines say what stood in the text, which TypeScript's own description does not know yet. */
function exactly(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '');
  const source = context?.source;
  return typeof value === 'number' && !Number.isSafeInteger(value) && source && /^-?\d+$/.test(source)
    ? source
    : value;
}
