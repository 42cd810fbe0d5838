import * as z from 'zod/mini';
import { isPictureAddress } from '../markup.ts';

/** Hosts that a content security policy can name: without commas, semicolons and spaces, which would end the entry. */
const nameableHost = /^[a-z0-9-]+(\.[a-z0-9-]+)*\.?$/;

/** The origin of a picture on another server, for the content security policy; undefined for any other picture. */
export function pictureOrigin(address: string): string | undefined {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return undefined;
  const { hostname, origin, username, password } = new URL(address);
  return nameableHost.test(hostname) && !username && !password ? origin : undefined;
}

/** The address of a picture, on this server or on another that the policy can allow; empty: none. */
export const pictureSource = z.string('value.invalid').check(
  z.maxLength(2000, { error: 'value.tooLong', abort: true }),
  z.refine((address) => isPictureAddress(address) || pictureOrigin(address) !== undefined, 'picture.address'),
);
