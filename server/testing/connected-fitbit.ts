import fastify from 'fastify';
import { Faults, simulateFaults } from '../../simulators/faults.ts';
import { googleSimulator } from '../../simulators/google/endpoints.ts';
import { SimulatedGoogle } from '../../simulators/google/google.ts';
import { googleService } from '../../simulators/google/in-browser.ts';
import { googleScopes } from '../../simulators/google/tokens.ts';
import { servicePages } from '../../simulators/pages/simulator-pages.ts';
import type { Recording } from '../../simulators/recording.ts';
import type { World } from '../../simulators/world.ts';
import type { FitbitSettings } from '../integrations/fitbit/call.ts';
import { fitbit } from '../integrations/fitbit/fitbit.ts';
import type { Access, AuthorizationCallback, Grant } from '../integrations/providers/provider.ts';
import { loadTexts, translator } from '../platform/texts/texts.ts';
import { type ConnectedService, connectedService } from './connected-service.ts';
import { worldOfTests } from './simulated-services.ts';

export const fitbitReturn = 'https://challenge.example/fitbit/return';

/** A decision on the consent page; `page` changes the parameters of our authorization request. */
interface Decision {
  userId?: string;
  scopes?: string[];
  allows?: boolean;
  page?: (page: URL) => void;
}

/** A connection to the Google simulator. */
export interface ConnectedFitbit extends ConnectedService {
  world: World;
  google: SimulatedGoogle;
  faults: Faults;
  settings: FitbitSettings & { baseUrl: string };
  agree(decision?: Decision): Promise<{ userId: string; arrival: AuthorizationCallback }>;
  couple(userId?: string): Promise<{ userId: string; grant: Grant; access: Access }>;
  /** Returns a run that started two hours ago. */
  recording(changes?: Partial<Recording>): Recording;
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
      simulateFaults(part, faults, world);
      await part.register(googleSimulator(google, () => baseUrl));
    },
    { prefix: '/fitbit' },
  );
  await app.register(servicePages(googleService(google), translator(await loadTexts())), {
    prefix: '/fitbit',
  });
  baseUrl = `${await app.listen({ port: 0, host: '127.0.0.1' })}/fitbit`;
  const settings = { ...client, baseUrl, project: google.project.settings };
  const at = await connectedService(world, fitbit(settings), {
    redirectUri: fitbitReturn,
    baseUrl,
    async stop() {
      world.stop();
      await app.close();
    },
  });
  const agree = async ({
    scopes = [googleScopes.activity],
    allows = true,
    page,
    ...decision
  }: Decision = {}) => {
    const userId = decision.userId ?? google.members.add('Eka').healthUserId;
    return { userId, arrival: await at.consent({ member: userId, ticks: scopes, allows, page }) };
  };
  return {
    ...at,
    world,
    google,
    faults,
    settings,
    agree,
    async couple(member) {
      const { userId, arrival } = await agree(member === undefined ? {} : { userId: member });
      return { userId, ...(await at.connect(arrival)) };
    },
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
  };
}
