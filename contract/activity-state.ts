import * as z from 'zod/mini';
import { language } from './kit/fields.ts';

/** The values of an activity before or after a change. */
export const ActivityState = z.object({
  performedAt: z.string(),
  /** Missing in older decisions, which were stored without the sport. */
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
