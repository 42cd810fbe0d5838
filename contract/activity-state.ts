import * as z from 'zod/mini';
import { language } from './kit/fields.ts';

/** An activity before or after it was changed. */
export const ActivityState = z.object({
  performedAt: z.string(),
  /** Missing in decisions from before sports were stored with them. */
  sportId: z.optional(z.int()),
  sportLabels: z.array(z.object({ language, label: z.string() })),
  amountType: z.enum(['time', 'km', 'steps']),
  time: z.nullable(z.string()),
  kilometers: z.nullable(z.number()),
  steps: z.nullable(z.int()),
  challengeKms: z.number(),
  counts: z.boolean(),
});
export type ActivityState = z.infer<typeof ActivityState>;
