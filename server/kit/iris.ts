import * as z from 'zod/mini';
import { rowNumber } from '../../contract/kit/fields.ts';

/** Creates and parses the addresses of resources under a base path. */
export interface Iris {
  /** Returns the address of a path below the base path. */
  of(path: string): string;
  /** Returns the UUID at the end of an address inside a collection; undefined for any other address. */
  uuidIn(collection: string, iri: string): string | undefined;
  /** Returns the row id at the end of an address inside a collection; undefined for any other address. */
  numberIn(collection: string, iri: string): number | undefined;
}

/** Creates and parses addresses under `basePath`, which starts and ends with a slash. */
export function irisUnder(basePath: string): Iris {
  const base = basePath.slice(0, -1);
  const idIn = (collection: string, iri: string) => {
    const start = `${base}${collection}/`;
    const id = iri.startsWith(start) ? iri.slice(start.length) : '';
    return /^[\w-]+$/.test(id) ? id : undefined;
  };
  return {
    of: (path) => base + path,
    uuidIn: (collection, iri) => z.uuid().safeParse(idIn(collection, iri)).data,
    numberIn: (collection, iri) => rowNumber.safeParse(idIn(collection, iri)).data,
  };
}
