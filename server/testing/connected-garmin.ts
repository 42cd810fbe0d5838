import type { GarminPermission } from '../../simulators/garmin/members.ts';
import type { Recording } from '../../simulators/recording.ts';
import type {
  Access,
  AuthorizationCallback,
  Grant,
  WebhookEvent,
} from '../integrations/providers/provider.ts';
import { type ConnectedService, connectedService } from './connected-service.ts';
import { type SimulatedServices, simulatedServices } from './simulated-services.ts';

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

/** A connection to the Garmin simulator. */
export interface ConnectedGarmin extends ConnectedService {
  services: SimulatedServices;
  agree(decision?: Decision): Promise<{ userId: string; arrival: AuthorizationCallback }>;
  couple(permissions?: GarminPermission[], userId?: string): Promise<{ grant: Grant; access: Access }>;
  /** Returns a run that started two hours ago. */
  recording(changes?: Partial<Recording>): Recording;
  /** Delivers all waiting events and returns the received ones. */
  events(): Promise<WebhookEvent[]>;
}

export async function connectedGarmin(): Promise<ConnectedGarmin> {
  const services = await simulatedServices(() => origin);
  const { world, garmin, providers } = services;
  const at = await connectedService(world, providers.Garmin, {
    redirectUri: garminReturn,
    baseUrl: services.settings.GARMIN_BASE_URL,
    stop: services.close,
  });
  garmin.push.portal.address = at.receiver.address;
  const agree = async ({ permissions = usualPermissions, allows = true, ...decision }: Decision = {}) => {
    const userId = decision.userId ?? garmin.members.add('Eka').userId;
    return { userId, arrival: await at.consent({ member: userId, ticks: permissions, allows }) };
  };
  return {
    ...at,
    services,
    agree,
    async couple(permissions = usualPermissions, userId) {
      const { arrival } = await agree({ permissions, ...(userId && { userId }) });
      return at.connect(arrival);
    },
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
    async events() {
      await garmin.push.flush();
      return at.receiver.events();
    },
  };
}
