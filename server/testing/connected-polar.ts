import type { Recording } from '../../simulators/recording.ts';
import type { Access, AuthorizationCallback, Grant } from '../integrations/providers/provider.ts';
import { type ConnectedService, connectedService } from './connected-service.ts';
import { type SimulatedServices, simulatedServices } from './simulated-services.ts';

const origin = 'https://challenge.example';
export const polarReturn = `${origin}/polar/return`;

/** A decision on the consent page. */
interface Decision {
  userId?: number;
  hasConsents?: boolean;
  allows?: boolean;
}

/** A connection to the Polar simulator. */
export interface ConnectedPolar extends ConnectedService {
  services: SimulatedServices;
  agree(decision?: Decision): Promise<{ userId: number; arrival: AuthorizationCallback }>;
  couple(userId?: number): Promise<{ userId: number; grant: Grant; access: Access }>;
  /** Returns a trail run that started two hours ago. */
  recording(changes?: Partial<Recording>): Recording;
}

export async function connectedPolar(): Promise<ConnectedPolar> {
  const services = await simulatedServices(() => origin);
  const { world, polar, providers } = services;
  const baseUrl = services.settings.POLAR_BASE_URL;
  const at = await connectedService(world, providers.Polar, {
    redirectUri: polarReturn,
    baseUrl,
    stop: services.close,
  });
  const agree = async ({ hasConsents = true, allows = true, ...decision }: Decision = {}) => {
    const userId = decision.userId ?? polar.members.add('Eka').userId;
    const ticks = hasConsents ? ['Polar Flow'] : [];
    return { userId, arrival: await at.consent({ member: userId, ticks, allows }) };
  };
  return {
    ...at,
    services,
    agree,
    async couple(member) {
      const { userId, arrival } = await agree(member === undefined ? {} : { userId: member });
      return { userId, ...(await at.connect(arrival)) };
    },
    recording: (changes = {}) => ({
      sportType: 'TRAIL_RUNNING',
      startedAt: world.now().subtract({ hours: 2 }).round('second'),
      utcOffsetMinutes: 60,
      elapsedSeconds: 1930.4,
      metres: 5230,
      device: 'Polar Vantage V3',
      ...changes,
    }),
  };
}
