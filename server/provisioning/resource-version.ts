import { createHash } from 'node:crypto';
import { ScimError } from './scim-error.ts';

/** Returns the version of a resource, which changes with every value, as a weak entity tag. */
export const versionOf = (row: object): string =>
  `W/"${createHash('sha256').update(JSON.stringify(row)).digest('base64url').slice(0, 16)}"`;

/** Throws 412 if a request may only change other versions of a resource than this one. */
export function mustMatch(version: string, ifMatch: string | undefined): void {
  if (ifMatch === undefined || names(ifMatch, version)) return;
  throw new ScimError(412, 'The resource has changed since this version.');
}

/** Whether the value of an If-Match or If-None-Match header names a version. */
export const names = (header: string, version: string): boolean =>
  header.trim() === '*' || header.split(',').some((one) => one.trim() === version);
