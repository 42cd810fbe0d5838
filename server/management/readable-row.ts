import * as z from 'zod/mini';
import { complaintOf } from '../../contract/kit/complaint.ts';
import { ProblemError } from '../kit/problem-error.ts';

/** The contract of a managed resource's rows. */
export interface RowContract {
  fieldNames: string[];
  /** The schema of the writable fields. */
  Entry: z.core.$ZodType;
  /** The schema of a row in responses. */
  Item: z.core.$ZodObject & { resourceName: string };
}

/** Refuses a row that could no longer be returned in responses. Throws 422 on the invalid field. */
export function mustBeSendable({ Item }: RowContract, row: object): void {
  check(z.partial(Item as never) as z.core.$ZodType, JSON.parse(JSON.stringify(row)));
}

/**
 * Refuses a value that could not be saved again unchanged, such as a text that is empty after sanitising. Throws 422 on
 * the invalid field.
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
