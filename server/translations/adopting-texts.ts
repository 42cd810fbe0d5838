import type { FastifyInstance } from 'fastify';

/** How soon a process speaks the texts that were changed through another one. */
export const adoptingMilliseconds = 60_000;

/** Lets an app take up the organisers' texts when it starts and from time to time; other processes change them too. */
export function adoptTextsRegularly(app: FastifyInstance, adopt: () => Promise<void>): void {
  let timer: NodeJS.Timeout | undefined;
  app.addHook('onReady', async () => {
    await adopt();
    // The database may be away for a moment: the next time it is back.
    timer = setInterval(() => adopt().catch(() => undefined), adoptingMilliseconds).unref();
  });
  app.addHook('onClose', async () => clearInterval(timer));
}
