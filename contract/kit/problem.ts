import * as z from 'zod/mini';

/** A violation of one field. `code` is the key of the text, the same in every language. */
export const Violation = z.object({
  propertyPath: z.string(),
  message: z.string(),
  code: z.string(),
});
export type Violation = z.infer<typeof Violation>;

/** The one format of errors, `application/problem+json`: Hydra's fields and those of RFC 9457. */
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
