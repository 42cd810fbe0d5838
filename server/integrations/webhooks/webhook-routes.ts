import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type Platform, platforms } from '../../../contract/couplings.ts';
import { notFound, ProblemError } from '../../kit/problem-error.ts';
import type { Queue } from '../../kit/queue.ts';
import { memoryOf } from '../platform-memory.ts';
import { recordWebhook } from '../platform-state.ts';
import type { IntegrationDependencies } from '../provider-access.ts';
import { storedDelivery, webhookDeliveries } from './webhook-events.ts';

/** The maximum size of a webhook body. Garmin requires us to accept ten megabytes of activities in one call. */
const bodyLimit = 10 * 1024 * 1024;

/**
 * Returns the secret part of a service's webhook address. It is needed because some services do not sign
 * their events.
 */
const keyOf = (secret: string, platform: Platform) =>
  createHmac('sha256', secret).update(`notices ${platform}`).digest('base64url').slice(0, 32);

/** Returns the path of a service's webhook, relative to the base path. */
export const webhookPath = (secret: string, platform: Platform) =>
  `/couplings/${platform.toLowerCase()}/notices/${keyOf(secret, platform)}`;

/** Serves the webhook addresses. Events are enqueued and acknowledged immediately, and a job processes them. */
export async function serveWebhooks(
  app: FastifyInstance,
  {
    work,
    queue,
    secret,
    isSandbox,
  }: { work: IntegrationDependencies; queue: Queue; secret: string; isSandbox: boolean },
): Promise<void> {
  const routes = async (receiving: FastifyInstance) => {
    receiving.removeAllContentTypeParsers();
    receiving.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    receiving.route<{ Params: { platform: string; key: string } }>({
      method: ['GET', 'POST'],
      url: '/couplings/:platform/notices/:key',
      bodyLimit,
      schema: { hide: true },
      config: { isForKnown: true },
      // Check the address before reading the body, which may be large and come from anybody.
      onRequest: async ({ params }) => void providerOf(params),
      handler: async (request, reply) => {
        const { platform, provider } = providerOf(request.params);
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        // Valid JSON does not contain NUL, and the queue could not store it.
        if (body.includes(0)) throw new ProblemError(400, 'badRequest');
        const now = work.clock();
        const receipt = await provider.receive(
          {
            method: request.method === 'GET' ? 'GET' : 'POST',
            headers: request.headers,
            query: new URL(request.url, 'http://localhost').searchParams,
            body,
          },
          memoryOf(work.db, work.encryptor, platform),
          now,
        );
        if (receipt.store) {
          const enqueue = await queue.enqueuer(webhookDeliveries);
          await enqueue(work.db, storedDelivery(work, platform, body.toString('utf8')));
          await recordWebhook(work.db, platform, now);
        }
        return reply.code(receipt.status).send(receipt.answer ?? '');
      },
    });
  };
  // The operator's log covers only the platform, so it leaves out webhook calls from simulators.
  await app.register(routes, isSandbox ? { logLevel: 'warn' } : {});

  /** Returns the service with this webhook address. Throws 404 if the address is unknown. */
  function providerOf(params: { platform: string; key: string }) {
    const platform = platforms.find((one) => one.toLowerCase() === params.platform);
    const provider = platform && work.providers[platform];
    if (!provider || !isKey(params.key, keyOf(secret, platform))) throw notFound();
    return { platform, provider };
  }
}

function isKey(given: string, expected: string): boolean {
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}
