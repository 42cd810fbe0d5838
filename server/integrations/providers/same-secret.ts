import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Compares a value with a secret in constant time. */
export const isSameSecret = (sent: unknown, secret: string): boolean =>
  typeof sent === 'string' && timingSafeEqual(digest(sent), digest(secret));
