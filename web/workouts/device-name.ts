import type { Activity } from '../../contract/activities.ts';

/** How services ask to be named where their figures stand (facts about the services, §2.7 and §6). */
const attributions: Partial<Record<NonNullable<Activity['externalType']>, string>> = {
  Fitbit: 'Google Health',
  Garmin: 'Garmin',
  Polar: 'Polar Flow',
};

/**
 * What recorded an activity, named as its service asks: «Garmin Forerunner 955», also where the service writes the
 * model alone. Nothing where only the score is shown: nothing of the service's is then.
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
