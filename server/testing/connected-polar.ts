import type { Recording } from '../../simulators/recording.ts';
import type { Workout } from '../activities/source-records/workout.ts';
import type { Access, AuthorizationCallback, Grant, Provider } from '../integrations/providers/provider.ts';
import { sendConsent } from './consent-form.ts';
import { type SimulatedServices, simulatedServices } from './simulated-services.ts';
import { type WebhookReceiver, webhookReceiver } from './webhook-receiver.ts';

const origin = 'https://challenge.example';
export const polarReturn = `${origin}/polar/return`;

/** A decision on the consent page. */
interface Decision {
  userId?: number;
  hasConsents?: boolean;
  allows?: boolean;
}

/** The simulator of Polar, the adapter that calls it over HTTP, and the receiver of its webhooks once subscribed. */
export interface ConnectedPolar {
  services: SimulatedServices;
  provider: Provider;
  receiver: WebhookReceiver;
  baseUrl: string;
  agree(decision?: Decision): Promise<{ userId: number; arrival: AuthorizationCallback }>;
  couple(userId?: number): Promise<{ userId: number; grant: Grant; access: Access }>;
  subscribe(address?: string): Promise<void>;
  accessOf(grant: Pick<Grant, 'userId' | 'tokens'>): Access;
  /** A trail run, two hours ago. */
  recording(changes?: Partial<Recording>): Recording;
  read(access: Access, id: string | number): Promise<Workout | undefined>;
  /** The workouts listed for a number of days. */
  listAll(access: Access, days?: number): Promise<Workout[]>;
  close(): Promise<void>;
}

export async function connectedPolar(): Promise<ConnectedPolar> {
  const services = await simulatedServices(() => origin);
  const { world, polar, providers } = services;
  const provider = providers.Polar;
  if (!provider) throw new Error('no Polar');
  const receiver = await webhookReceiver(() => provider, world);

  const agree = async ({ hasConsents = true, allows = true, ...decision }: Decision = {}) => {
    const userId = decision.userId ?? polar.members.add('Eka').userId;
    const page = provider.consentAddress({ redirectUri: polarReturn, state: 'xyz', codeChallenge: '' });
    const query = await sendConsent(page, String(userId), hasConsents ? ['Polar Flow'] : [], allows);
    const memberId = crypto.randomUUID();
    const code = query.get('code') ?? '';
    return { userId, arrival: { code, query, redirectUri: polarReturn, codeVerifier: '', memberId } };
  };
  const accessOf = ({ userId, tokens }: Pick<Grant, 'userId' | 'tokens'>) => ({
    accessToken: tokens.accessToken,
    userId,
    now: world.now(),
  });
  return {
    services,
    provider,
    receiver,
    baseUrl: services.settings.POLAR_BASE_URL ?? '',
    agree,
    async couple(member) {
      const { userId, arrival } = await agree(member === undefined ? {} : { userId: member });
      const grant = await provider.grant(arrival, world.now());
      return { userId, grant, access: accessOf(grant) };
    },
    async subscribe(address = receiver.address) {
      await provider.subscribe?.(address, receiver.memory, world.now());
    },
    accessOf,
    recording: (changes = {}) => ({
      sportType: 'TRAIL_RUNNING',
      startedAt: world.now().subtract({ hours: 2 }).round('second'),
      utcOffsetMinutes: 60,
      elapsedSeconds: 1930.4,
      metres: 5230,
      device: 'Polar Vantage V3',
      ...changes,
    }),
    read: (access, id) => provider.read(access, String(id), { startedAt: world.now(), elapsedSeconds: 0 }),
    async listAll(access, days = 30) {
      const from = world.now().subtract({ hours: 24 * days });
      const found = [];
      for await (const workouts of provider.list(access, from, world.now())) found.push(...workouts);
      return found;
    },
    async close() {
      await services.close();
      await receiver.close();
    },
  };
}
