import fastify from 'fastify';
import type { World } from '../../simulators/world.ts';
import type { Provider, ProviderMemory, WebhookEvent } from '../integrations/providers/provider.ts';

/** Receives a service's webhooks: passes each call to the provider, and stores the bodies that the provider accepts. */
export interface WebhookReceiver {
  address: string;
  memory: ProviderMemory;
  /** The statuses of all responses, in order. */
  statuses: number[];
  /** The stored bodies, in order, as received. */
  bodies: string[];
  /** Returns the events in the stored bodies. */
  events(): WebhookEvent[];
  /**
   * Responds to every call with this status from now on, and ignores the call; undefined restores normal processing.
   */
  answerAlways(status: number | undefined): void;
  close(): Promise<void>;
}

export async function webhookReceiver(provider: () => Provider, world: World): Promise<WebhookReceiver> {
  const statuses: number[] = [];
  const bodies: string[] = [];
  const memory = inMemory();
  let always: number | undefined;
  const app = fastify({ bodyLimit: 10 * 1024 * 1024 });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.route({
    method: ['GET', 'POST'],
    url: '/notices',
    handler: async ({ method, headers, query, body }, reply) => {
      const raw = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
      const delivery = {
        method: method === 'GET' ? ('GET' as const) : ('POST' as const),
        headers,
        query: new URLSearchParams(query as Record<string, string>),
        body: raw,
      };
      const receipt =
        always === undefined
          ? await provider().receive(delivery, memory, world.now())
          : { status: always, store: false };
      statuses.push(receipt.status);
      if (receipt.store) bodies.push(raw.toString('utf8'));
      return reply.code(receipt.status).send(receipt.answer ?? '');
    },
  });
  const base = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    address: `${base}/notices`,
    memory,
    statuses,
    bodies,
    events: () => bodies.flatMap((body) => provider().eventsOf(body)),
    answerAlways(status) {
      always = status;
    },
    close: () => app.close(),
  };
}

/** Stores a provider's values in memory, for one test. */
export function inMemory(): ProviderMemory {
  const values = new Map<string, string>();
  return {
    get: async (key) => values.get(key),
    set: async (key, value) => void values.set(key, value),
    remove: async (key) => void values.delete(key),
  };
}
