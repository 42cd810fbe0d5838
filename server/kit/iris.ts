import { rowNumber } from '../../contract/kit/fields.ts';

/** Makes and reads the addresses of resources under a base path. */
export interface Iris {
  /** The address of a path below the base path. */
  of(path: string): string;
  /** The last part of an address inside a collection, or nothing where it does not lie there. */
  idIn(collection: string, iri: string): string | undefined;
  /** The same, where it is the number of a row. */
  numberIn(collection: string, iri: string): number | undefined;
}

/** Addresses under `basePath`, which starts and ends with a slash. */
export function irisUnder(basePath: string): Iris {
  const base = basePath.slice(0, -1);
  const idIn = (collection: string, iri: string) => {
    const start = `${base}${collection}/`;
    const id = iri.startsWith(start) ? iri.slice(start.length) : '';
    return /^[\w-]+$/.test(id) ? id : undefined;
  };
  return {
    of: (path) => base + path,
    idIn,
    numberIn: (collection, iri) => rowNumber.safeParse(idIn(collection, iri)).data,
  };
}
