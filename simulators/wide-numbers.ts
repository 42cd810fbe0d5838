declare global {
  interface JSON {
    /** A number of JSON with these digits, of which JavaScript could not hold all. */
    rawJSON(digits: string): object;
  }
}

/** A value as JSON; a bigint is a number there, as services write ids of 64 bits. */
export const jsonOf = (value: unknown): string =>
  JSON.stringify(value, (_key, one) => (typeof one === 'bigint' ? JSON.rawJSON(String(one)) : one));
