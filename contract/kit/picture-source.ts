import * as z from 'zod/mini';
import { isPictureAddress } from '../markup.ts';

/** Hosts as a content policy may name them: no commas, semicolons and spaces, which would end its entry. */
const nameableHost = /^[a-z0-9-]+(\.[a-z0-9-]+)*\.?$/;

/** The other server that a picture comes from, as a content policy names it; none where it comes from no such server. */
export function pictureOrigin(address: string): string | undefined {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return undefined;
  const { hostname, origin, username, password } = new URL(address);
  return nameableHost.test(hostname) && !username && !password ? origin : undefined;
}

/** An address of a picture, on this server or another that the page can allow; empty: none. */
export const pictureSource = z.string('value.invalid').check(
  z.maxLength(2000, { error: 'value.tooLong', abort: true }),
  z.refine((address) => isPictureAddress(address) || pictureOrigin(address) !== undefined, 'picture.address'),
);
