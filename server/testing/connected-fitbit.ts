import fastify from 'fastify';
import { calculatePKCECodeChallenge, randomPKCECodeVerifier } from 'openid-client';
import { Faults, sufferFaults } from '../../simulators/faults.ts';
import { googleScopes } from '../../simulators/google/consents.ts';
import { googleSimulator } from '../../simulators/google/endpoints.ts';
import { SimulatedGoogle } from '../../simulators/google/google.ts';
import { googleService } from '../../simulators/google/in-browser.ts';
import { servicePages } from '../../simulators/pages.ts';
import type { Recording } from '../../simulators/recording.ts';
import type { World } from '../../simulators/world.ts';
import type { Workout } from '../activities/source-records/workout.ts';
import type { FitbitSettings } from '../integrations/fitbit/call.ts';
import { fitbit } from '../integrations/fitbit/fitbit.ts';
import type { Access, AuthorizationCallback, Grant, Provider } from '../integrations/providers/provider.ts';
import { loadTexts, translator } from '../platform/texts/texts.ts';
import { sendConsent } from './consent-form.ts';
import { worldOfTests } from './simulated-services.ts';
import { type WebhookReceiver, webhookReceiver } from './webhook-receiver.ts';

export const fitbitReturn = 'https://challenge.example/fitbit/return';

/** A decision on the consent page; `page` changes the parameters of our request. */
interface Decision {
  userId?: string;
  scopes?: string[];
  allows?: boolean;
  page?: (page: URL) => void;
}

/** The simulator of Google, the adapter that calls it over HTTP, and the receiver of its webhooks once subscribed. */
export interface ConnectedFitbit {
  world: World;
  google: SimulatedGoogle;
  faults: Faults;
  settings: FitbitSettings & { baseUrl: string };
  provider: Provider;
  receiver: WebhookReceiver;
  agree(decision?: Decision): Promise<{ userId: string; arrival: AuthorizationCallback }>;
  couple(userId?: string): Promise<{ userId: string; grant: Grant; access: Access }>;
  subscribe(address?: string): Promise<void>;
  accessOf(grant: Pick<Grant, 'userId' | 'tokens'>): Access;
  /** A run, two hours ago. */
  recording(changes?: Partial<Recording>): Recording;
  read(access: Access, id: string): Promise<Workout | undefined>;
  /** The workouts listed for a number of days. */
  listAll(access: Access, days?: number): Promise<Workout[]>;
  close(): Promise<void>;
}

export async function connectedFitbit(): Promise<ConnectedFitbit> {
  const world = worldOfTests();
  const client = { clientId: 'ours.apps', clientSecret: 'a secret & more' };
  const google = new SimulatedGoogle(world, { ...client, redirectUris: [fitbitReturn] });
  const faults = new Faults();
  const app = fastify();
  let baseUrl = '';
  await app.register(
    async (part) => {
      sufferFaults(part, faults, world);
      await part.register(googleSimulator(google, () => baseUrl));
    },
    { prefix: '/fitbit' },
  );
  await app.register(servicePages(googleService(google), translator(await loadTexts())), {
    prefix: '/fitbit',
  });
  baseUrl = `${await app.listen({ port: 0, host: '127.0.0.1' })}/fitbit`;
  const settings = { ...client, baseUrl, project: google.project.settings };
  const provider = fitbit(settings);
  const receiver = await webhookReceiver(() => provider, world);

  const agree = async ({ scopes = [googleScopes.activity], allows = true, ...decision }: Decision = {}) => {
    const codeVerifier = randomPKCECodeVerifier();
    const codeChallenge = await calculatePKCECodeChallenge(codeVerifier);
    const userId = decision.userId ?? google.members.add('Eka').healthUserId;
    const page = new URL(provider.consentAddress({ redirectUri: fitbitReturn, state: 'xyz', codeChallenge }));
    decision.page?.(page);
    const query = await sendConsent(page.href, userId, scopes, allows);
    const code = query.get('code') ?? '';
    const arrival = { code, query, redirectUri: fitbitReturn, codeVerifier, memberId: 'member' };
    return { userId, arrival };
  };
  const accessOf = ({ userId, tokens }: Pick<Grant, 'userId' | 'tokens'>) => ({
    accessToken: tokens.accessToken,
    userId,
    now: world.now(),
  });
  return {
    world,
    google,
    faults,
    settings,
    provider,
    receiver,
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
      sportType: 'RUNNING',
      startedAt: world.now().subtract({ hours: 2 }).round('second'),
      utcOffsetMinutes: 60,
      elapsedSeconds: 1930,
      movingSeconds: 1830.5,
      metres: 5230,
      steps: 5120,
      name: 'Run',
      device: 'Pixel Watch 4',
      ...changes,
    }),
    read: (access, id) => provider.read(access, id, { startedAt: world.now(), elapsedSeconds: 0 }),
    async listAll(access, days = 30) {
      const from = world.now().subtract({ hours: 24 * days });
      const found = [];
      for await (const workouts of provider.list(access, from, world.now())) found.push(...workouts);
      return found;
    },
    async close() {
      world.stop();
      await app.close();
      await receiver.close();
    },
  };
}
