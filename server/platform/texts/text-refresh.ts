import type { FastifyInstance } from 'fastify';
import type { Db } from '../../db/db.ts';
import { platformName } from '../settings/platform-name.ts';
import { listOverrides } from './text-overrides.ts';
import type { Translator } from './texts.ts';

/** How soon a process uses texts that were changed in another one. */
export const adoptingMilliseconds = 60_000;

/** Loads the organisers' texts when an app starts and regularly after that, as other processes change them too. */
export function refreshTextsPeriodically(app: FastifyInstance, adopt: () => Promise<void>): void {
  let timer: NodeJS.Timeout | undefined;
  app.addHook('onReady', async () => {
    await adopt();
    // The database may be unavailable for a moment; the next run tries again.
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
