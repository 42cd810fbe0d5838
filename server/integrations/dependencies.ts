import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../db/db.ts';
import { encryptorOf } from '../db/encryption.ts';
import { detailsOf } from '../db/workout-details.ts';
import type { Queue } from '../kit/queue.ts';
import type { IntegrationDependencies, Providers } from './provider-access.ts';
import { revocationMails } from './revocation-mail.ts';

/**
 * Returns the dependencies of the integrations. Any process can use these to enqueue emails to people whose
 * account was disconnected.
 */
export function integrationDependencies(
  db: Db,
  queue: Queue,
  secret: string,
  providers: Providers,
  clock: () => Temporal.Instant,
): IntegrationDependencies {
  return {
    db,
    encryptor: detailsOf(db)?.encryptor ?? encryptorOf(secret),
    providers,
    clock,
    revocationMails: () => queue.enqueuer(revocationMails),
  };
}
