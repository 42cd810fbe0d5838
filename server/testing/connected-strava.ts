import type { Recording } from '../../simulators/recording.ts';
import type { Access, AuthorizationCallback, Grant, Provider } from '../integrations/providers/provider.ts';
import type { StravaSettings } from '../integrations/strava/call.ts';
import { strava as adapter } from '../integrations/strava/strava.ts';
import { type ConnectedService, connectedService } from './connected-service.ts';
import { type SimulatedServices, simulatedServices } from './simulated-services.ts';

export const usualScopes = ['read', 'activity:read'];

const origin = 'https://challenge.example';
export const stravaReturn = `${origin}/strava/return`;

/** A decision on the consent page. */
interface Decision {
  athleteId?: number;
  scopes?: string[];
  allows?: boolean;
}

/** A connection to the Strava simulator. */
export interface ConnectedStrava extends ConnectedService {
  services: SimulatedServices;
  /** Creates the adapter with other settings. */
  providerWith(settings: Partial<StravaSettings>): Provider;
  agree(decision?: Decision): Promise<{ athleteId: number; arrival: AuthorizationCallback }>;
  couple(athleteId?: number): Promise<{ athleteId: number; grant: Grant; access: Access }>;
  /** Sends a request to the webhook address as an unknown sender; returns the status. */
  post(body: string, headers?: Record<string, string>): Promise<number>;
  /** Returns a trail run that started two hours ago. */
  recording(changes?: Partial<Recording>): Recording;
}

export async function connectedStrava(): Promise<ConnectedStrava> {
  const services = await simulatedServices(() => origin);
  const { world, strava, client, providers } = services;
  const at = await connectedService(world, providers.Strava, {
    redirectUri: stravaReturn,
    baseUrl: services.settings.STRAVA_BASE_URL,
    stop: services.close,
  });
  const agree = async ({ scopes = usualScopes, allows = true, ...decision }: Decision = {}) => {
    const athleteId = decision.athleteId ?? strava.members.add('Eka').athleteId;
    return { athleteId, arrival: await at.consent({ member: athleteId, ticks: scopes, allows }) };
  };
  return {
    ...at,
    services,
    providerWith: (settings) => adapter({ ...client, baseUrl: at.baseUrl, ...settings }),
    agree,
    async couple(member) {
      const { athleteId, arrival } = await agree(member === undefined ? {} : { athleteId: member });
      return { athleteId, ...(await at.connect(arrival)) };
    },
    async post(body, headers = {}) {
      const answer = await fetch(at.receiver.address, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
      });
      return answer.status;
    },
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
  };
}
