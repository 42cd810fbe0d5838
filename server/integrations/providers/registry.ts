import { fitbit } from '../fitbit/fitbit.ts';
import { garmin } from '../garmin/garmin.ts';
import { polar } from '../polar/polar.ts';
import type { Providers } from '../provider-access.ts';
import { strava } from '../strava/strava.ts';
import type { ClientsSettings } from './provider-settings.ts';

/** Returns the adapters of the services for which an installation has credentials. */
export function openProviders({ Fitbit, Garmin, Polar, Strava }: ClientsSettings): Providers {
  return {
    ...(Fitbit && { Fitbit: fitbit(Fitbit) }),
    ...(Garmin && { Garmin: garmin(Garmin) }),
    ...(Polar && { Polar: polar(Polar) }),
    ...(Strava && { Strava: strava(Strava) }),
  };
}
