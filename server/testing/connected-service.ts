import { calculatePKCECodeChallenge, randomPKCECodeVerifier } from 'openid-client';
import type { Temporal } from 'temporal-polyfill';
import type { World } from '../../simulators/world.ts';
import type { Workout } from '../activities/source-records/workout.ts';
import type { Access, AuthorizationCallback, Grant, Provider } from '../integrations/providers/provider.ts';
import { sendConsent } from './consent-form.ts';
import { type WebhookReceiver, webhookReceiver } from './webhook-receiver.ts';

/** The choices on a consent page; `page` changes the parameters of our authorization request. */
export interface Choice {
  member: string | number;
  ticks: string[];
  allows: boolean;
  page?: ((page: URL) => void) | undefined;
}

/** A service's adapter, which calls the simulator over HTTP, with a receiver of the service's webhooks. */
export interface ConnectedService {
  provider: Provider;
  receiver: WebhookReceiver;
  baseUrl: string;
  /** Submits the consent page; returns the parameters with which the browser is sent back. */
  consent(choice: Choice): Promise<AuthorizationCallback>;
  /** Exchanges the parameters of the callback for tokens. */
  connect(arrival: AuthorizationCallback): Promise<{ grant: Grant; access: Access }>;
  subscribe(to?: Partial<Pick<WebhookReceiver, 'address' | 'memory'>>): Promise<void>;
  accessOf(grant: Pick<Grant, 'userId' | 'tokens'>): Access;
  read(access: Access, id: string | number | bigint): Promise<Workout | undefined>;
  /** Returns the pages of workouts between two moments, as the service lists them. */
  pages(access: Access, from: Temporal.Instant, until: Temporal.Instant): Promise<Workout[][]>;
  /** Returns the workouts of the last `days` days, as the service lists them. */
  listAll(access: Access, days?: number): Promise<Workout[]>;
  close(): Promise<void>;
}

/** Connects an adapter to a simulator; `stop` ends the simulator. Throws if the adapter is missing. */
export async function connectedService(
  world: World,
  provider: Provider | undefined,
  {
    redirectUri,
    baseUrl = '',
    stop,
  }: { redirectUri: string; baseUrl: string | undefined; stop(): Promise<void> },
): Promise<ConnectedService> {
  if (!provider) throw new Error('no such service');
  const receiver = await webhookReceiver(() => provider, world);
  const accessOf = ({ userId, tokens }: Pick<Grant, 'userId' | 'tokens'>) => ({
    accessToken: tokens.accessToken,
    userId,
    now: world.now(),
  });
  const pages = async (access: Access, from: Temporal.Instant, until: Temporal.Instant) => {
    const found = [];
    for await (const page of provider.list(access, from, until)) found.push(page);
    return found;
  };
  return {
    provider,
    receiver,
    baseUrl,
    async consent({ member, ticks, allows, page: change }) {
      const codeVerifier = randomPKCECodeVerifier();
      const codeChallenge = await calculatePKCECodeChallenge(codeVerifier);
      const page = new URL(provider.consentAddress({ redirectUri, state: 'xyz', codeChallenge }));
      change?.(page);
      const query = await sendConsent(page.href, String(member), ticks, allows);
      const memberId = crypto.randomUUID();
      return { code: query.get('code') ?? '', query, redirectUri, codeVerifier, memberId };
    },
    async connect(arrival) {
      const grant = await provider.grant(arrival, world.now());
      return { grant, access: accessOf(grant) };
    },
    subscribe: async ({ address = receiver.address, memory = receiver.memory } = {}) =>
      provider.subscribe?.(address, memory, world.now()),
    accessOf,
    read: (access, id) => provider.read(access, String(id), { startedAt: world.now(), elapsedSeconds: 1 }),
    pages,
    listAll: async (access, days = 30) =>
      (await pages(access, world.now().subtract({ hours: 24 * days }), world.now())).flat(),
    async close() {
      await stop();
      await receiver.close();
    },
  };
}
