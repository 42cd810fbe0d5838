/** One account is the organiser's own, unless configured otherwise. */
const defaultModifier = 1;

/** The displayed number of participants: without the accounts that should not count, and never below 0. */
export function participantsOf(registered: number, modifier: string | undefined): number {
  const set = Number(modifier || Number.NaN);
  return Math.max(0, registered - (Number.isFinite(set) ? set : defaultModifier));
}
