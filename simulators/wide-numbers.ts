declare global {
  interface JSON {
    /** Creates a JSON number with these digits, even if the number is too large for JavaScript. */
    rawJSON(digits: string): object;
  }
}

/** Serialises a value as JSON. A bigint becomes a number, because services have 64-bit ids. */
export const jsonOf = (value: unknown): string =>
  JSON.stringify(value, (_key, one) => (typeof one === 'bigint' ? JSON.rawJSON(String(one)) : one));
