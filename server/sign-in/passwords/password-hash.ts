import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { ConcurrencyLimiter } from '../../kit/concurrency-limiter.ts';

/** Argon2id parameters from OWASP's password storage cheat sheet: 19 MiB, 2 passes, 1 lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Each hash occupies a core for about 40 ms. This limit leaves one core for other requests, and one of the
 * four threads that compress and read files. With one hash at a time, a queue of 150 sign-ins takes about six
 * seconds.
 */
const turns = new ConcurrencyLimiter(Math.min(3, Math.max(1, availableParallelism() - 1)), 150);

/** Hashes a password for storage. Like `isPassword`, throws 503 if too many passwords are waiting. */
export const hashPassword = (password: string): Promise<string> =>
  turns.run(() => hash(password, parameters));

const nobodysHash = hashPassword('nobody has this password');

/**
 * Returns whether a password matches a stored hash. Without a hash, the check takes the same time and returns false, so
 * that timing does not reveal which addresses have an account.
 */
export async function isPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const known = stored ?? (await nobodysHash);
  const right = await turns.run(() => verify(known, password));
  return right && stored !== null && stored !== undefined;
}
