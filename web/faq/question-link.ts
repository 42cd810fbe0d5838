/** The question in an address such as `/faq/question/3`, with or without the base path before it. */
export function questionOf(address: URL): number | undefined {
  const id = /\/faq\/question\/(\d+)\/?$/.exec(address.pathname)?.[1];
  return id && address.origin === location.origin ? Number(id) : undefined;
}
