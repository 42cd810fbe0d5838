import type { Providers } from '../coupling-access.ts';
import { fitbit } from './fitbit.ts';
import { garmin } from './garmin.ts';
import { polar } from './polar.ts';
import type { ClientsSettings } from './provider-settings.ts';
import { strava } from './strava.ts';

/** The services of an installation, by what it has agreed with them. */
export function openProviders({ Fitbit, Garmin, Polar, Strava }: ClientsSettings): Providers {
  return {
    ...(Fitbit && { Fitbit: fitbit(Fitbit) }),
    ...(Garmin && { Garmin: garmin(Garmin) }),
    ...(Polar && { Polar: polar(Polar) }),
    ...(Strava && { Strava: strava(Strava) }),
  };
}
