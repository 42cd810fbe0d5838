/** What a schema says of a value: a key of the `validation` texts, and what its sentence names. */
interface Complaint {
  key: string;
  values?: { maximum: number };
}

/** An issue of zod as a complaint; one without a key of ours has the general one. */
export function complaintOf(issue: { message?: string | undefined; maximum?: unknown }): Complaint {
  const { message = '', maximum } = issue;
  const key = /^[a-zA-Z]+\.[a-zA-Z]+$/.test(message) ? message : 'value.invalid';
  return typeof maximum === 'number' ? { key, values: { maximum } } : { key };
}
