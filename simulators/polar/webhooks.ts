import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { Temporal } from 'temporal-polyfill';
import * as z from 'zod';
import { type DeliveryPolicy, deliver, type Message, post, type Transport } from '../delivery.ts';
import { Refusal } from '../refusal.ts';
import type { World } from '../world.ts';

const events = [
  'EXERCISE',
  'SLEEP',
  'CONTINUOUS_HEART_RATE',
  'SLEEP_WISE_CIRCADIAN_BEDTIME',
  'SLEEP_WISE_ALERTNESS',
  'ACTIVITY_SUMMARY',
] as const;

const Wanted = z.object({ events: z.array(z.enum(events)).min(1), url: z.url() });

interface Webhook extends z.infer<typeof Wanted> {
  id: string;
  active: boolean;
  secret: string;
}

/** The webhook is deactivated after this many days without a successful delivery. */
const switchedOffAfterDays = 7;

/** Polar does not document its retries. We assume three attempts: immediately, and after one and five minutes. */
const policy: DeliveryPolicy = {
  deadlineSeconds: 10,
  isTaken: (status) => status === 200,
  again: (failed) => [60, 240][failed - 1],
};

/** The client's webhook. A client can have only one. */
export class PolarWebhooks {
  /** Faults in webhook delivery. */
  transport: Transport = (message, send) => send(message);
  readonly #world: World;
  /** Contains at most one webhook. */
  readonly #webhooks: Map<'current', Webhook>;
  #failingSince: Temporal.Instant | undefined;

  constructor(world: World) {
    this.#world = world;
    this.#webhooks = world.state.map('Polar webhooks');
  }

  /**
   * Creates the webhook if its address responds to a PING with 200. Only the response to this call contains the secret.
   */
  async create(body: unknown): Promise<object> {
    const { data } = Wanted.safeParse(body);
    if (!data) throw new Refusal(400);
    if (this.#webhooks.size > 0) throw new Refusal(409);
    await this.#ping(data.url);
    if (this.#webhooks.size > 0) throw new Refusal(409);
    this.#failingSince = undefined;
    const webhook = { ...data, id: randomBytes(3).toString('hex'), active: true, secret: randomUUID() };
    this.#webhooks.set('current', webhook);
    const { id, secret } = webhook;
    return { data: { id, ...data, signature_secret_key: secret } };
  }

  list(): object {
    const webhook = this.#webhooks.get('current');
    if (!webhook) return { data: [] };
    const { id, events: subscribed, url, active } = webhook;
    return { data: [{ id, events: subscribed, url, active }] };
  }

  async change(id: string, body: unknown): Promise<object> {
    const webhook = this.#one(id);
    const { data } = Wanted.partial().safeParse(body);
    if (!data) throw new Refusal(400);
    if (data.url) await this.#ping(data.url);
    if (data.url) webhook.url = data.url;
    if (data.events) webhook.events = data.events;
    const { events: subscribed, url, active } = webhook;
    return { data: { id, events: subscribed, url, active } };
  }

  remove(id: string): void {
    this.#one(id);
    this.#webhooks.clear();
  }

  /** Activates or deactivates the webhook. Returns whether there is one. */
  setActive(active: boolean): boolean {
    const webhook = this.#webhooks.get('current');
    if (webhook) webhook.active = active;
    if (active) this.#failingSince = undefined;
    return webhook !== undefined;
  }

  /** Sends a webhook event about an uploaded exercise. */
  async sendEvent(event: object): Promise<void> {
    const webhook = this.#webhooks.get('current');
    if (!webhook?.active || !webhook.events.includes('EXERCISE')) return;
    const body = JSON.stringify(event);
    const headers = {
      'polar-webhook-event': 'EXERCISE',
      'polar-webhook-signature': createHmac('sha256', webhook.secret).update(body).digest('hex'),
    };
    const watched = { ...policy, isTaken: (status: number) => this.#recordDelivery(status) };
    await this.transport({ address: webhook.url, headers, body }, (message) =>
      deliver(this.#world, message, watched),
    );
  }

  /** Updates the webhook's state after an attempt to deliver an event. */
  #recordDelivery(status: number): boolean {
    const isTaken = policy.isTaken(status);
    if (isTaken) this.#failingSince = undefined;
    else if (!this.#failingSince) {
      const since = this.#world.now();
      this.#failingSince = since;
      this.#world.later(switchedOffAfterDays * 86_400, async () => {
        if (this.#failingSince === since) this.setActive(false);
      });
    }
    return isTaken;
  }

  async #ping(address: string): Promise<void> {
    const timestamp = this.#world.now().toString();
    const message: Message = {
      address,
      headers: { 'polar-webhook-event': 'PING' },
      body: JSON.stringify({ timestamp, event: 'PING' }),
    };
    if ((await post(message, policy.deadlineSeconds)) !== 200) throw new Refusal(400);
  }

  #one(id: string): Webhook {
    const webhook = this.#webhooks.get('current');
    if (webhook?.id !== id) throw new Refusal(404);
    return webhook;
  }
}
