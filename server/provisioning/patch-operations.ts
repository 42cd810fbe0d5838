import * as z from 'zod/mini';
import { ScimError } from './scim-error.ts';

/** An operation of a PATCH (RFC 7644, section 3.5.2). */
interface PatchOperation {
  op: 'add' | 'replace' | 'remove';
  path: string | undefined;
  value?: unknown;
}

/** Entra ID capitalises the operations, and some clients send an empty path instead of none. */
const Operation = z.object({
  op: z.pipe(
    z.string(),
    z.transform((op) => op.toLowerCase()),
  ),
  path: z.optional(z.nullable(z.string().check(z.maxLength(1000)))),
  value: z.optional(z.unknown()),
});

/** The maximum number of operations in a request, which is more than any directory sends. */
const mostOperations = 1000;

const Body = z.object({ Operations: z.array(Operation).check(z.minLength(1), z.maxLength(mostOperations)) });

/** Parses the operations of a PATCH. Throws 400 if the body is invalid. */
export function operationsOf(body: unknown): PatchOperation[] {
  const operations = Body.safeParse(body).data?.Operations;
  if (!operations)
    throw new ScimError(400, 'The body must contain Operations with op, path and value.', 'invalidSyntax');
  return operations.map(({ op, path, value }) => {
    if (op !== 'add' && op !== 'replace' && op !== 'remove')
      throw new ScimError(400, 'op must be add, replace or remove.', 'invalidSyntax');
    return { op, path: path?.trim() || undefined, value };
  });
}
