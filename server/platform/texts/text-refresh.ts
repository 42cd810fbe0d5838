import type { FastifyInstance } from 'fastify';
import type { Db } from '../../db/db.ts';
import { platformName } from '../settings/platform-name.ts';
import { listOverrides } from './text-overrides.ts';
import type { Translator } from './texts.ts';

/**
 * How often a process loads the texts, in milliseconds: the longest time until it uses texts that another
 * process has changed.
 */
export const adoptingMilliseconds = 60_000;

/**
 * Loads the organisers' texts when the app starts and periodically after that, because other processes change them too.
 */
export function refreshTextsPeriodically(app: FastifyInstance, adopt: () => Promise<void>): void {
  let timer: NodeJS.Timeout | undefined;
  app.addHook('onReady', async () => {
    await adopt();
    // If the database is briefly unavailable, the next run tries again.
    timer = setInterval(() => adopt().catch(() => undefined), adoptingMilliseconds).unref();
  });
  app.addHook('onClose', async () => clearInterval(timer));
}

/** Returns a function that loads the platform's name and the organisers' replacements for texts. */
export const textRefresher =
  (db: Db, { apply, name }: Translator) =>
  async (): Promise<void> => {
    apply(await listOverrides(db));
    name(await platformName(db));
  };
