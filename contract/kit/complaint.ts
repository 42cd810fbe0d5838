/** A problem with a value: a key of the `validation` texts, and the values that the text needs. */
interface Complaint {
  key: string;
  values?: { maximum: number };
}

/** The problem in a zod issue; one without a key of ours gets the general key. */
export function complaintOf(issue: { message?: string | undefined; maximum?: unknown }): Complaint {
  const { message = '', maximum } = issue;
  const key = /^[a-zA-Z]+\.[a-zA-Z]+$/.test(message) ? message : 'value.invalid';
  return typeof maximum === 'number' ? { key, values: { maximum } } : { key };
}
