import type { Providers } from '../coupling-access.ts';
import { garmin } from './garmin.ts';
import { polar } from './polar.ts';
import type { ClientsSettings } from './provider-settings.ts';
import { strava } from './strava.ts';

/** The services of an installation, by what it has agreed with them. */
export function openProviders({ Garmin, Polar, Strava }: ClientsSettings): Providers {
  return {
    ...(Garmin && { Garmin: garmin(Garmin) }),
    ...(Polar && { Polar: polar(Polar) }),
    ...(Strava && { Strava: strava(Strava) }),
  };
}
