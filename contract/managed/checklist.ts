import * as z from 'zod/mini';
import { moment } from '../kit/fields.ts';
import { operation } from '../kit/operation.ts';
import { resource } from '../kit/resource.ts';

/** The set-up steps from an empty platform to the first sign-up, in order. */
export const steps = [
  'look',
  'languages',
  'sports',
  'map',
  'challenge',
  'guestCode',
  'mail',
  'services',
  'firstSignUp',
] as const;

export const Checklist = resource('Checklist', {
  steps: z.array(
    z.object({
      step: z.enum(steps),
      isDone: z.boolean(),
      /** Whether the step is required. */
      isNeeded: z.boolean(),
      /** The number of texts that are missing in offered languages; only for the step about texts. */
      missing: z.int(),
    }),
  ),
  /** When the background process, which sends emails among other things, was last seen, and whether it has stopped. */
  jobs: z.object({ seenAt: z.nullable(moment), areGone: z.boolean() }),
});

export const read = operation({
  method: 'GET',
  path: '/platform/api/management/checklist',
  summary: 'Lists the set-up steps, and whether each step is done.',
  access: 'organiser',
  answer: Checklist,
});
