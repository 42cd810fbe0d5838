import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../db/db.ts';
import type { Queue } from '../kit/queue.ts';
import { sealerOf } from '../kit/sealed.ts';
import type { CouplingWork, Providers } from './provider-access.ts';
import { deadCouplingMails } from './revocation-mail.ts';

/** What works on couplings in a process: who is told that theirs is dead gets a mail, from whatever process sends them. */
export function couplingWorkOf(
  db: Db,
  queue: Queue,
  secret: string,
  providers: Providers,
  clock: () => Temporal.Instant,
): CouplingWork {
  return {
    db,
    sealer: sealerOf(secret),
    providers,
    clock,
    deathMails: () => queue.enqueuer(deadCouplingMails),
  };
}
