/** How a sport turns an amount into kilometres; organisers set these three. */
export interface KilometreRule {
  /** What one kilometre of the sport counts. */
  kmFactor: number;
  /** What one hour of the sport is worth, in km. */
  kmPerHour: number;
  /** Length of a step, in metres. */
  metresPerStep: number;
}

/** An amount of one kind: a time in seconds, a distance in metres, or a number of steps. */
export type Amount =
  | { amountType: 'time'; seconds: number }
  | { amountType: 'km'; metres: number }
  | { amountType: 'steps'; steps: number };

/**
 * Metres that an amount counts in a challenge, as a whole number.
 *
 * km × kmFactor; hours × kmPerHour × kmFactor; steps × metresPerStep × kmFactor. Server and browser both
 * use this function, so that the form's preview is what will be counted. Only here and in the display
 * is anything rounded.
 */
export function countedMetres(rule: KilometreRule, amount: Amount): number {
  switch (amount.amountType) {
    case 'km':
      return Math.round(amount.metres * rule.kmFactor);
    case 'time':
      return Math.round((amount.seconds * rule.kmPerHour * rule.kmFactor * 1000) / 3600);
    case 'steps':
      return Math.round(amount.steps * rule.metresPerStep * rule.kmFactor);
  }
}

/** Seconds of a time in the form `hh:mm:ss`, which must have been validated. */
export function secondsOf(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  return hours * 3600 + minutes * 60 + seconds;
}

/** The form `hh:mm:ss` of a number of seconds below 100 hours. */
export function timeOf(seconds: number): string {
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}
