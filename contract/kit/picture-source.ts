import * as z from 'zod/mini';
import { isPictureAddress } from '../markup.ts';

/** Matches hosts that are valid in a content security policy: a comma, semicolon or space would end the entry. */
const nameableHost = /^[a-z0-9-]+(\.[a-z0-9-]+)*\.?$/;

/** Returns a picture's origin for the content security policy; undefined unless the picture is on another server. */
export function pictureOrigin(address: string): string | undefined {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return undefined;
  const { hostname, origin, username, password } = new URL(address);
  return nameableHost.test(hostname) && !username && !password ? origin : undefined;
}

/** The address of a picture on this server, or on another server that the policy can allow; empty for no picture. */
export const pictureSource = z.string('value.invalid').check(
  z.maxLength(2000, { error: 'value.tooLong', abort: true }),
  z.refine((address) => isPictureAddress(address) || pictureOrigin(address) !== undefined, 'picture.address'),
);
