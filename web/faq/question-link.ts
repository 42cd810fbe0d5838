/** Returns the question's number in a URL such as `/faq/question/3`, with or without the base path. */
export function questionOf(address: URL): number | undefined {
  const id = /\/faq\/question\/(\d+)\/?$/.exec(address.pathname)?.[1];
  return id && address.origin === location.origin ? Number(id) : undefined;
}
