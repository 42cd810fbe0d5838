/** How a sport converts an amount to kilometres; organisers set these three numbers. */
export interface KilometreRule {
  /** The kilometres counted for one kilometre of the sport. */
  kmFactor: number;
  /** How many kilometres one hour of the sport counts as, before `kmFactor`. */
  kmPerHour: number;
  /** The length of a step, in metres. */
  metresPerStep: number;
}

/** The complete counting rule of a sport. */
export interface SportRule extends KilometreRule {
  /** The maximum kilometres counted per person and day for the sport; null if there is no limit. */
  dailyCapKm: number | null;
}

/** An amount of one kind: a time in seconds, a distance in metres, or a number of steps. */
export type Amount =
  | { amountType: 'time'; seconds: number }
  | { amountType: 'km'; metres: number }
  | { amountType: 'steps'; steps: number };

/**
 * Returns the counted metres of an amount as a whole number, with half a metre rounded up. The formulas are
 * km × kmFactor, hours × kmPerHour × kmFactor, and steps × metresPerStep × kmFactor. The browser uses this function to
 * preview what the server's SQL calculates (`server/sports/kilometres.ts`); a test compares the two. A rule's
 * numbers have three decimals, so calculating in thousandths loses no precision before the rounding.
 */
export function countedMetres(rule: KilometreRule, amount: Amount): number {
  const factor = thousandths(rule.kmFactor);
  switch (amount.amountType) {
    case 'km':
      return rounded(BigInt(amount.metres) * factor, 1000n);
    case 'time':
      return rounded(BigInt(amount.seconds) * thousandths(rule.kmPerHour) * factor, 3600n * 1000n);
    case 'steps':
      return rounded(BigInt(amount.steps) * thousandths(rule.metresPerStep) * factor, 1_000_000n);
  }
}

const thousandths = (value: number) => BigInt(Math.round(value * 1000));

const rounded = (dividend: bigint, divisor: bigint) => Number((dividend * 2n + divisor) / (divisor * 2n));

/** Parses a valid time `hh:mm:ss` into seconds. */
export function secondsOf(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  return hours * 3600 + minutes * 60 + seconds;
}

/** Formats seconds below 100 hours as `hh:mm:ss`. */
export function timeOf(seconds: number): string {
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}
