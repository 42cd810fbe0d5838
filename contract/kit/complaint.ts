/** A problem with a value: the key of a text in `validation`, and the values for the placeholders of that text. */
interface Complaint {
  key: string;
  values?: { maximum: number };
}

/** Converts a zod issue to a problem. An issue without one of our keys gets the generic key. */
export function complaintOf(issue: { message?: string | undefined; maximum?: unknown }): Complaint {
  const { message = '', maximum } = issue;
  const key = /^[a-zA-Z]+\.[a-zA-Z]+$/.test(message) ? message : 'value.invalid';
  return typeof maximum === 'number' ? { key, values: { maximum } } : { key };
}
