import { calculatePKCECodeChallenge, randomPKCECodeVerifier } from 'openid-client';
import type { GarminPermission } from '../../simulators/garmin/members.ts';
import type { Recording } from '../../simulators/recording.ts';
import type { Workout } from '../activities/source-records/workout.ts';
import type {
  Access,
  AuthorizationCallback,
  Grant,
  Provider,
  WebhookEvent,
} from '../integrations/providers/provider.ts';
import { sendConsent } from './consent-form.ts';
import { type SimulatedServices, simulatedServices } from './simulated-services.ts';
import { type WebhookReceiver, webhookReceiver } from './webhook-receiver.ts';

export const usualPermissions: GarminPermission[] = ['ACTIVITY_EXPORT', 'HEALTH_EXPORT'];
export const withHistory: GarminPermission[] = [...usualPermissions, 'HISTORICAL_DATA_EXPORT'];

const origin = 'https://challenge.example';
export const garminReturn = `${origin}/garmin/return`;

/** A decision on the consent page. */
interface Decision {
  userId?: string;
  permissions?: GarminPermission[];
  allows?: boolean;
}

/** The simulator of Garmin, the adapter that calls it over HTTP, and the receiver of its webhooks. */
export interface ConnectedGarmin {
  services: SimulatedServices;
  provider: Provider;
  receiver: WebhookReceiver;
  baseUrl: string;
  agree(decision?: Decision): Promise<{ userId: string; arrival: AuthorizationCallback }>;
  couple(permissions?: GarminPermission[], userId?: string): Promise<{ grant: Grant; access: Access }>;
  accessOf(grant: Pick<Grant, 'userId' | 'tokens'>): Access;
  /** A run, two hours ago. */
  recording(changes?: Partial<Recording>): Recording;
  /** The received events, after sending everything that waits. */
  told(): Promise<WebhookEvent[]>;
  /** The workouts listed for a number of days. */
  listAll(access: Access, days: number): Promise<Workout[]>;
  close(): Promise<void>;
}

export async function connectedGarmin(): Promise<ConnectedGarmin> {
  const services = await simulatedServices(() => origin);
  const { world, garmin, providers } = services;
  const provider = providers.Garmin;
  if (!provider) throw new Error('no Garmin');
  const receiver = await webhookReceiver(() => provider, world);
  garmin.push.portal.address = receiver.address;

  const agree = async ({ permissions = usualPermissions, allows = true, ...decision }: Decision = {}) => {
    const codeVerifier = randomPKCECodeVerifier();
    const codeChallenge = await calculatePKCECodeChallenge(codeVerifier);
    const userId = decision.userId ?? garmin.members.add('Eka').userId;
    const page = provider.consentAddress({ redirectUri: garminReturn, state: 'xyz', codeChallenge });
    const query = await sendConsent(page, userId, permissions, allows);
    const code = query.get('code') ?? '';
    const arrival = { code, query, redirectUri: garminReturn, codeVerifier, memberId: 'member' };
    return { userId, arrival };
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
    baseUrl: services.settings.GARMIN_BASE_URL ?? '',
    agree,
    async couple(permissions = usualPermissions, userId) {
      const { arrival } = await agree({ permissions, ...(userId && { userId }) });
      const grant = await provider.grant(arrival, world.now());
      return { grant, access: accessOf(grant) };
    },
    accessOf,
    recording: (changes = {}) => ({
      sportType: 'RUNNING',
      startedAt: world.now().subtract({ hours: 2 }).round('second'),
      utcOffsetMinutes: 60,
      elapsedSeconds: 1930,
      metres: 5230,
      steps: 5120,
      name: 'Utrecht Running',
      device: 'forerunner955',
      ...changes,
    }),
    async told() {
      await garmin.push.flush();
      return receiver.notices();
    },
    async listAll(access, days) {
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
