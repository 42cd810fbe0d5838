declare global {
  interface JSON {
    /** A JSON number with these digits, which may exceed a JavaScript number. */
    rawJSON(digits: string): object;
  }
}

/** Serialises as JSON; a bigint becomes a number, as services have 64-bit ids. */
export const jsonOf = (value: unknown): string =>
  JSON.stringify(value, (_key, one) => (typeof one === 'bigint' ? JSON.rawJSON(String(one)) : one));
