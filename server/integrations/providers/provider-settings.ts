import * as z from 'zod';
import { type Platform, platforms } from '../../../contract/couplings.ts';
import { type FitbitProject, projectOf, projectVariables } from '../fitbit/project.ts';

/** An installation's credentials for a service. */
export interface ClientSettings {
  clientId: string;
  clientSecret: string;
  /** The base address of a simulator; undefined to use the service itself. */
  baseUrl: string | undefined;
}

/** The credentials for each service that an installation offers. */
export type ClientsSettings = Partial<Record<Platform, ClientSettings>> & {
  Fitbit?: ClientSettings & { project?: FitbitProject };
  Strava?: ClientSettings & { signatureKey?: string | undefined; athletes?: number | undefined };
};

const text = z.string().min(1).optional();
const baseUrl = z
  .url('must be a URL')
  .transform((address) => address.replace(/\/+$/, ''))
  .optional();

/** The environment variables of the services: STRAVA_CLIENT_ID, STRAVA_CLIENT_SECRET, STRAVA_BASE_URL, and so on. */
export const clientVariables = {
  ...(Object.fromEntries(
    platforms.flatMap((platform) => [
      [`${platform.toUpperCase()}_CLIENT_ID`, text],
      [`${platform.toUpperCase()}_CLIENT_SECRET`, text],
      [`${platform.toUpperCase()}_BASE_URL`, baseUrl],
    ]),
  ) as Record<string, typeof text>),
  ...projectVariables,
  /** The key that Strava signs its events with, if Strava has disclosed the key. */
  STRAVA_SIGNATURE_KEY: text,
  /** How many athletes Strava lets this app connect. */
  STRAVA_ATHLETES: z.coerce.number().int('must be a whole number').positive('must be positive').optional(),
};

/**
 * Returns the services that the environment variables configure. Throws if a service has only an id or only a secret.
 */
export function clientsOf(set: Record<string, unknown>): ClientsSettings {
  const named = platforms.flatMap((platform) => {
    const of = (name: string) => set[`${platform.toUpperCase()}_${name}`] as string | undefined;
    const [clientId, clientSecret] = [of('CLIENT_ID'), of('CLIENT_SECRET')];
    if (!clientId && !clientSecret) return [];
    if (!clientId || !clientSecret)
      throw new Error(`${platform.toUpperCase()}_CLIENT_ID and _CLIENT_SECRET: set both or neither`);
    return [[platform, { clientId, clientSecret, baseUrl: of('BASE_URL') }] as const];
  });
  const clients: ClientsSettings = Object.fromEntries(named);
  const project = projectOf(set);
  const signatureKey = set.STRAVA_SIGNATURE_KEY as string | undefined;
  const athletes = set.STRAVA_ATHLETES as number | undefined;
  return {
    ...clients,
    ...(clients.Fitbit && project && { Fitbit: { ...clients.Fitbit, project } }),
    ...(clients.Strava && { Strava: { ...clients.Strava, signatureKey, athletes } }),
  };
}
