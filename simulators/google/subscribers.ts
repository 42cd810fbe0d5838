import * as z from 'zod';
import { type DeliveryPolicy, deliver, exponentialDelay, post, type Transport } from '../delivery.ts';
import type { World } from '../world.ts';
import { googleErrors } from './errors.ts';
import type { GoogleKeys } from './keys.ts';
import { type GoogleDataPoint, idOf } from './members.ts';

const Subscriber = z.object({
  endpointUri: z.url(),
  subscriberConfigs: z
    .array(
      z.object({
        dataTypes: z.array(z.string()).min(1),
        subscriptionCreatePolicy: z.enum(['AUTOMATIC', 'MANUAL']),
      }),
    )
    .min(1),
  endpointAuthorization: z.object({ secret: z.string().min(1) }),
});
type Subscriber = z.infer<typeof Subscriber>;

/** Google expects status 204, and retries for seven days. */
const policy: DeliveryPolicy = {
  deadlineSeconds: 10,
  isTaken: (status) => status === 204,
  again: exponentialDelay,
};

const userAgent = { 'user-agent': 'Google-Health-API-Webhooks' };

/** The project's webhook subscribers, and the events sent to them. */
export class GoogleSubscribers {
  /**
   * The form of a body: a list of one message, as in live traffic, or a single message, as in Google's documentation.
   */
  form: 'list' | 'object' = 'list';
  /** The name of the signature header, which Google has already changed once. */
  signatureHeader = 'google-health-api-signature';
  /** Faults in webhook delivery. */
  transport: Transport = (message, send) => send(message);
  readonly #world: World;
  readonly #keys: GoogleKeys;
  readonly #subscribers: Map<string, Subscriber>;

  constructor(world: World, keys: GoogleKeys) {
    this.#world = world;
    this.#subscribers = world.state.map('Google subscribers');
    this.#keys = keys;
  }

  list(project: string): object {
    const subscribers = [...this.#subscribers].map(([id, reported]) => this.#shown(project, id, reported));
    return subscribers.length > 0 ? { subscribers } : {};
  }

  /** Creates a subscriber after verifying its address with two requests. Throws a Refusal if this fails. */
  async create(project: string, id: string | undefined, body: unknown): Promise<object> {
    const { data } = Subscriber.safeParse(body);
    if (!data || !/^[a-z][a-z0-9-]{3,35}$/.test(id ?? '')) throw googleErrors.invalid('subscriber');
    if (this.#subscribers.has(id ?? '')) throw googleErrors.exists();
    return this.#set(project, id ?? '', data);
  }

  /**
   * Changes those fields of a subscriber that `mask` names, and verifies the subscriber's address again. Throws a
   * Refusal if this fails.
   */
  async change(project: string, id: string, mask: string | undefined, body: unknown): Promise<object> {
    const before = this.#subscribers.get(id);
    if (!before) throw googleErrors.notFound();
    const { data: reported } = Subscriber.partial().safeParse(body);
    if (!reported) throw googleErrors.invalid('subscriber');
    const fields = mask?.split(',') ?? Object.keys(reported);
    const named = Object.entries(reported).filter(([name]) => fields.includes(name));
    return this.#set(project, id, { ...before, ...Object.fromEntries(named) });
  }

  remove(id: string): void {
    if (!this.#subscribers.delete(id)) throw googleErrors.notFound();
  }

  /** Sends an event about a person's new or changed exercises. */
  async tellChanged(healthUserId: string, points: GoogleDataPoint[]): Promise<void> {
    await this.#sendEvent({ healthUserId, operation: 'UPSERT', intervals: points.map(intervalOf) });
  }

  /** Sends an event about a deleted exercise, with its id or only its time. */
  async tellDeleted(healthUserId: string, point: GoogleDataPoint, by: 'id' | 'interval'): Promise<void> {
    const what = by === 'id' ? { recordId: idOf(point) } : { intervals: [intervalOf(point)] };
    await this.#sendEvent({ healthUserId, operation: 'DELETE', ...what });
  }

  /** Sends an event about a person's revoked consent. */
  async tellRevoked(healthUserId: string): Promise<void> {
    await this.#sendEvent({ healthUserId, operation: 'DELETE' });
  }

  async #sendEvent(what: object): Promise<void> {
    for (const [id, subscriber] of this.#subscribers) {
      const isSubscribed = subscriber.subscriberConfigs.some(
        ({ dataTypes, subscriptionCreatePolicy: policy }) =>
          dataTypes.includes('exercise') && policy === 'AUTOMATIC',
      );
      if (!isSubscribed) continue;
      const data = { version: '1', clientProvidedSubscriptionName: id, dataType: 'exercise', ...what };
      const body = JSON.stringify(this.form === 'list' ? [{ data }] : { data });
      const headers = {
        ...userAgent,
        authorization: subscriber.endpointAuthorization.secret,
        [this.signatureHeader]: this.#keys.signature(body),
      };
      await this.transport({ address: subscriber.endpointUri, headers, body }, (message) =>
        deliver(this.#world, message, policy),
      );
    }
  }

  async #set(project: string, id: string, subscriber: Subscriber): Promise<object> {
    const { endpointUri: address, endpointAuthorization } = subscriber;
    const body = JSON.stringify({ type: 'verification' });
    const ask = (headers: Record<string, string>) =>
      post({ address, headers: { ...userAgent, ...headers }, body }, policy.deadlineSeconds);
    const known = await ask({ authorization: endpointAuthorization.secret });
    const unknown = await ask({});
    if (![200, 201].includes(known) || ![401, 403].includes(unknown)) throw googleErrors.notVerified();
    this.#subscribers.set(id, subscriber);
    return this.#shown(project, id, subscriber);
  }

  /** Returns a subscriber as the API shows it, without the secret. */
  #shown(project: string, id: string, { endpointUri, subscriberConfigs }: Subscriber): object {
    return { name: `projects/${project}/subscribers/${id}`, endpointUri, subscriberConfigs };
  }
}

function intervalOf({ exercise: { interval } }: GoogleDataPoint): object {
  const { startTime, endTime, civilStartTime, civilEndTime } = interval;
  return {
    physicalTimeInterval: { startTime, endTime },
    civilDateTimeInterval: { startDateTime: civilStartTime, endDateTime: civilEndTime },
  };
}
