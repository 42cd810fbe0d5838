/** One account is the organiser's own, unless something else is set. */
const defaultModifier = 1;

/** A count of participants as people see it: without the accounts that are not to count, and never below 0. */
export function participantsOf(registered: number, modifier: string | undefined): number {
  const set = Number(modifier || Number.NaN);
  return Math.max(0, registered - (Number.isFinite(set) ? set : defaultModifier));
}
