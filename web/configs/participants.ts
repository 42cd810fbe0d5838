/** How many accounts are not counted as participants by default: one, the organiser's. */
const defaultModifier = 1;

/** Returns the displayed number of participants, which excludes accounts that should not count and is never below 0. */
export function participantsOf(registered: number, modifier: string | undefined): number {
  const set = Number(modifier || Number.NaN);
  return Math.max(0, registered - (Number.isFinite(set) ? set : defaultModifier));
}
