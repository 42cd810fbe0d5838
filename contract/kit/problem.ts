import * as z from 'zod/mini';

/** A validation error of one field. `code` is the key of the error text, the same in every language. */
export const Violation = z.object({
  propertyPath: z.string(),
  message: z.string(),
  code: z.string(),
});
export type Violation = z.infer<typeof Violation>;

/** The format of all errors, `application/problem+json`, with the fields of Hydra and of RFC 9457. */
export const Problem = z.object({
  '@context': z.string(),
  '@type': z.string(),
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  'hydra:title': z.string(),
  'hydra:description': z.string(),
  violations: z.optional(z.array(Violation)),
});
export type Problem = z.infer<typeof Problem>;
