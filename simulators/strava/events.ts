import { createHmac, randomBytes, randomInt } from 'node:crypto';
import * as z from 'zod';
import { type DeliveryPolicy, deliver, type Message, type Transport } from '../delivery.ts';
import { jsonOf } from '../wide-numbers.ts';
import type { World } from '../world.ts';
import { stravaFault } from './errors.ts';

interface Subscription {
  id: number;
  resource_state: 2;
  application_id: number;
  callback_url: string;
  created_at: string;
  updated_at: string;
}

/** The fields of an event that describe what happened to an activity or an athlete. */
export interface StravaChange {
  object_type: 'activity' | 'athlete';
  object_id: number | bigint;
  aspect_type: 'create' | 'update' | 'delete';
  owner_id: number;
  updates: Record<string, string>;
}

const Challenge = z.object({ 'hub.challenge': z.string() });

/** How many seconds Strava waits for a response to a verification call or an event. */
const deadlineSeconds = 2;

const longestCallback = 255;

/** As far as we know, Strava makes three attempts: immediately, and after one and five minutes. */
const policy: DeliveryPolicy = {
  deadlineSeconds,
  isTaken: (status) => status === 200,
  again: (failed) => [60, 240][failed - 1],
};

/** The app's webhook subscription and its events. An app can have only one subscription. */
export class StravaEvents {
  /** Faults in webhook delivery. */
  transport: Transport = (message, send) => send(message);
  /** The signing key, which Strava does not publish. */
  readonly signatureKey = randomBytes(20).toString('hex');
  readonly #world: World;
  readonly #applicationId: number;
  /** Contains at most one subscription. */
  readonly #subscriptions: Map<'current', Subscription>;

  constructor(world: World, clientId: string) {
    this.#world = world;
    this.#subscriptions = world.state.map('Strava subscriptions');
    this.#applicationId = Number.parseInt(clientId, 10) || 1;
  }

  /** Subscribes an address if it responds to the verification call in time. Throws a Refusal otherwise. */
  async subscribe(callback: string | undefined, verifyToken: string | undefined): Promise<{ id: number }> {
    if (this.#subscriptions.size > 0) throw stravaFault(400, 'PushSubscription', '', 'already exists');
    if (!callback || callback.length > longestCallback || !URL.canParse(callback))
      throw stravaFault(400, 'PushSubscription', 'callback url', 'invalid');
    if (!verifyToken) throw stravaFault(400, 'PushSubscription', 'verify_token', 'invalid');
    if (!(await isAnswered(callback, verifyToken)))
      throw stravaFault(400, 'PushSubscription', 'callback url', 'GET to callback URL does not return 200');
    const now = this.#world.now().toString({ smallestUnit: 'second' });
    const subscription: Subscription = {
      id: randomInt(100_000, 999_999),
      resource_state: 2,
      application_id: this.#applicationId,
      callback_url: callback,
      created_at: now,
      updated_at: now,
    };
    this.#subscriptions.set('current', subscription);
    return { id: subscription.id };
  }

  list(): Subscription[] {
    return [...this.#subscriptions.values()];
  }

  remove(id: string): void {
    if (String(this.#subscriptions.get('current')?.id) !== id)
      throw stravaFault(404, 'PushSubscription', 'id', 'not found');
    this.#subscriptions.clear();
  }

  /** Sends the subscriber an event about a change. */
  async sendEvent(change: StravaChange): Promise<void> {
    const message = this.messageOf(change);
    if (message) await this.transport(message, (sent) => deliver(this.#world, sent, policy));
  }

  /** Creates the event about a change for the subscriber; undefined if there is no subscriber. */
  messageOf(change: StravaChange): Message | undefined {
    const subscription = this.#subscriptions.get('current');
    if (!subscription) return undefined;
    const { id, callback_url: address } = subscription;
    const time = Math.floor(this.#world.now().epochMilliseconds / 1000);
    const body = jsonOf({ ...change, event_time: time, subscription_id: id });
    const signature = createHmac('sha256', this.signatureKey).update(`${time}.${body}`).digest('hex');
    return { address, headers: { 'x-strava-signature': `t=${time},v1=${signature}` }, body };
  }
}

async function isAnswered(callback: string, verifyToken: string): Promise<boolean> {
  const challenge = randomBytes(16).toString('hex');
  const address = new URL(callback);
  const params = { mode: 'subscribe', challenge, verify_token: verifyToken };
  for (const [name, value] of Object.entries(params)) address.searchParams.set(`hub.${name}`, value);
  try {
    const response = await fetch(address, {
      redirect: 'manual',
      signal: AbortSignal.timeout(deadlineSeconds * 1000),
    });
    const answer = Challenge.safeParse(await response.json());
    return response.status === 200 && answer.data?.['hub.challenge'] === challenge;
  } catch {
    return false;
  }
}
