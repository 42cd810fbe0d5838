import type { Activity } from '../../contract/activities.ts';

/** The names that services require next to their data. */
const attributions: Partial<Record<NonNullable<Activity['externalType']>, string>> = {
  Fitbit: 'Google Health',
  Garmin: 'Garmin',
  Polar: 'Polar Flow',
};

/**
 * Returns the device of an activity, named as the service requires: «Garmin Forerunner 955», even if the service sends
 * only the model. Undefined if others may see only the score, because the app then shows no data from the service.
 */
export function deviceName({
  device,
  externalType,
  time,
  kilometers,
  steps,
}: Pick<Activity, 'device' | 'externalType' | 'time' | 'kilometers' | 'steps'>): string | undefined {
  const showsFigures = time !== null || kilometers !== null || steps !== null;
  if (!showsFigures) return undefined;
  const brand = externalType === null ? undefined : attributions[externalType];
  if (!device) return brand;
  const isNamed = !externalType || device.toLowerCase().includes(externalType.toLowerCase());
  return isNamed || externalType === 'Strava' ? device : `${brand} ${device}`;
}
