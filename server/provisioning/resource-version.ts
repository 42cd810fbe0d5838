import { createHash } from 'node:crypto';
import { ScimError } from './scim-error.ts';

/** Returns a resource's version as a weak entity tag, which differs whenever a value differs. */
export const versionOf = (row: object): string =>
  `W/"${createHash('sha256').update(JSON.stringify(row)).digest('base64url').slice(0, 16)}"`;

/** Throws 412 if a request has an If-Match header that does not name this version of the resource. */
export function mustMatch(version: string, ifMatch: string | undefined): void {
  if (ifMatch === undefined || names(ifMatch, version)) return;
  throw new ScimError(412, 'The resource has changed since this version.');
}

/** Returns whether an If-Match or If-None-Match header names this version. */
export const names = (header: string, version: string): boolean =>
  header.trim() === '*' || header.split(',').some((one) => one.trim() === version);
