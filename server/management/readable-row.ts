import * as z from 'zod/mini';
import { complaintOf } from '../../contract/kit/complaint.ts';
import { ProblemError } from '../kit/problem-error.ts';

/** The contract of a managed resource's rows. */
export interface RowContract {
  fieldNames: string[];
  /** The writable fields, with their rules. */
  Entry: z.core.$ZodType;
  /** The schema of its answers. */
  Item: z.core.$ZodObject & { resourceName: string };
}

/** Refuses to store a row that could not be returned any more. Throws 422 on the field at fault. */
export function mustBeSendable({ Item }: RowContract, row: object): void {
  check(z.partial(Item as never) as z.core.$ZodType, JSON.parse(JSON.stringify(row)));
}

/**
 * Refuses to store a value that could not be saved again unchanged, such as a text that cleaning has emptied. Throws
 * 422 on the field at fault.
 */
export function mustBeWritable({ Entry, fieldNames }: RowContract, row: object): void {
  const sent = JSON.parse(JSON.stringify(row));
  check(Entry, Object.fromEntries(fieldNames.map((name) => [name, sent[name]])));
}

function check(schema: z.core.$ZodType, row: unknown): void {
  const { error } = z.core.safeParse(schema, row);
  if (!error) return;
  const complaints = error.issues.map((issue) => ({
    propertyPath: issue.path.join('.'),
    ...complaintOf(issue),
  }));
  throw new ProblemError(422, 'violations', complaints);
}
