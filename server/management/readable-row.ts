import * as z from 'zod/mini';
import { complaintOf } from '../../contract/kit/complaint.ts';
import { ProblemError } from '../kit/problem-error.ts';

/** What the contract of a managed resource says about its rows. */
export interface RowContract {
  fieldNames: string[];
  /** What may be written, with its rules. */
  Entry: z.core.$ZodType;
  /** What its answers look like. */
  Item: z.core.$ZodObject & { resourceName: string };
}

/** Refuses to keep a row that could not be sent any more. Throws 422 on the field that it is about. */
export function mustBeSendable({ Item }: RowContract, row: object): void {
  check(z.partial(Item as never) as z.core.$ZodType, JSON.parse(JSON.stringify(row)));
}

/**
 * Refuses to keep what nobody could save again as it stands, such as a text of which cleaning has left nothing. Throws
 * 422 on the field that it is about.
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
