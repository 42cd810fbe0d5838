import type { FastifyInstance } from 'fastify';
import type { Db } from '../../db/db.ts';
import { platformName } from '../settings/platform-name.ts';
import { listOverrides } from './text-overrides.ts';
import type { Translator } from './texts.ts';

/** How soon a process speaks the texts that were changed through another one. */
export const adoptingMilliseconds = 60_000;

/** Lets an app take up the organisers' texts when it starts and from time to time; other processes change them too. */
export function refreshTextsPeriodically(app: FastifyInstance, adopt: () => Promise<void>): void {
  let timer: NodeJS.Timeout | undefined;
  app.addHook('onReady', async () => {
    await adopt();
    // The database may be away for a moment: the next time it is back.
    timer = setInterval(() => adopt().catch(() => undefined), adoptingMilliseconds).unref();
  });
  app.addHook('onClose', async () => clearInterval(timer));
}

/** What takes over the name of the platform, and what organisers have written in place of the product's own texts. */
export const textRefresher =
  (db: Db, { apply, name }: Translator) =>
  async (): Promise<void> => {
    apply(await listOverrides(db));
    name(await platformName(db));
  };
