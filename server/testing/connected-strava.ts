import type { Temporal } from 'temporal-polyfill';
import type { Recording } from '../../simulators/recording.ts';
import type { Workout } from '../activities/source-records/workout.ts';
import type { Access, AuthorizationCallback, Grant, Provider } from '../integrations/providers/provider.ts';
import type { StravaSettings } from '../integrations/strava/call.ts';
import { strava as adapter } from '../integrations/strava/strava.ts';
import { sendConsent } from './consent-form.ts';
import { type SimulatedServices, simulatedServices } from './simulated-services.ts';
import { type WebhookReceiver, webhookReceiver } from './webhook-receiver.ts';

export const usualScopes = ['read', 'activity:read'];

const origin = 'https://challenge.example';
export const stravaReturn = `${origin}/strava/return`;

/** A decision on the consent page. */
interface Decision {
  athleteId?: number;
  scopes?: string[];
  allows?: boolean;
}

/** The simulator of Strava, the adapter that calls it over HTTP, and the receiver of its events once subscribed. */
export interface ConnectedStrava {
  services: SimulatedServices;
  provider: Provider;
  receiver: WebhookReceiver;
  baseUrl: string;
  /** The adapter with other settings. */
  providerWith(settings: Partial<StravaSettings>): Provider;
  agree(decision?: Decision): Promise<{ athleteId: number; arrival: AuthorizationCallback }>;
  couple(athleteId?: number): Promise<{ athleteId: number; grant: Grant; access: Access }>;
  subscribe(receiver?: WebhookReceiver): Promise<void>;
  /** Sends a call to the webhook address as somebody else; returns the status. */
  post(body: string, headers?: Record<string, string>): Promise<number>;
  accessOf(grant: Pick<Grant, 'userId' | 'tokens'>): Access;
  /** A trail run, two hours ago. */
  recording(changes?: Partial<Recording>): Recording;
  read(access: Access, id: string | number | bigint): Promise<Workout | undefined>;
  /** The pages of workouts listed between two moments. */
  pages(access: Access, from: Temporal.Instant, until: Temporal.Instant): Promise<Workout[][]>;
  /** The workouts listed for the last day. */
  listAll(access: Access): Promise<Workout[]>;
  close(): Promise<void>;
}

export async function connectedStrava(): Promise<ConnectedStrava> {
  const services = await simulatedServices(() => origin);
  const { world, strava, client } = services;
  const baseUrl = services.settings.STRAVA_BASE_URL ?? '';
  const provider = services.providers.Strava;
  if (!provider) throw new Error('no Strava');
  const receiver = await webhookReceiver(() => provider, world);

  const agree = async ({ scopes = usualScopes, allows = true, ...decision }: Decision = {}) => {
    const athleteId = decision.athleteId ?? strava.members.add('Eka').athleteId;
    const page = provider.consentAddress({ redirectUri: stravaReturn, state: 'xyz', codeChallenge: '' });
    const query = await sendConsent(page, String(athleteId), scopes, allows);
    const code = query.get('code') ?? '';
    const arrival = { code, query, redirectUri: stravaReturn, codeVerifier: '', memberId: '' };
    return { athleteId, arrival };
  };
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
    services,
    provider,
    receiver,
    baseUrl,
    providerWith: (settings) => adapter({ ...client, baseUrl, ...settings }),
    agree,
    async couple(athleteId) {
      const agreed = await agree(athleteId === undefined ? {} : { athleteId });
      const grant = await provider.grant(agreed.arrival, world.now());
      return { athleteId: agreed.athleteId, grant, access: accessOf(grant) };
    },
    subscribe: async ({ address, memory } = receiver) => provider.subscribe?.(address, memory, world.now()),
    async post(body, headers = {}) {
      const answer = await fetch(receiver.address, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
      });
      return answer.status;
    },
    accessOf,
    recording: (changes = {}) => ({
      sportType: 'TrailRun',
      startedAt: world.now().subtract({ hours: 2 }).round('second'),
      utcOffsetMinutes: 60,
      elapsedSeconds: 1930,
      movingSeconds: 1830,
      metres: 5230.4,
      name: 'Morning Run',
      device: 'Garmin Forerunner 955',
      ...changes,
    }),
    read: (access, id) => provider.read(access, String(id), { startedAt: world.now(), elapsedSeconds: 1 }),
    pages,
    listAll: async (access) => (await pages(access, world.now().subtract({ hours: 24 }), world.now())).flat(),
    async close() {
      await services.close();
      await receiver.close();
    },
  };
}
