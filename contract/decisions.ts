import * as z from 'zod/mini';
import { moment, requiredText } from './kit/fields.ts';
import { operation } from './kit/operation.ts';
import { collection, resource } from './kit/resource.ts';
import { DecisionTaken } from './managed/inbox.ts';

/** A case with the decisions of organisers and moderators about one of the person's own activities or comments. */
export const DecisionCase = resource('Matter', {
  uuid: z.uuid(),
  /** The person's comment that the decisions are about; null if the case is about an activity. */
  comment: z.nullable(z.string()),
  /** The decisions on the case, newest first. */
  decisions: z.array(DecisionTaken),
  /** Whether the case waits for a decision. */
  isOpen: z.boolean(),
  answer: z.nullable(z.string()),
  answeredAt: z.nullable(moment),
});
export type DecisionCase = z.infer<typeof DecisionCase>;

/**
 * The person's answer to a decision. A decision can be answered only once; the answer can be as long as a
 * comment.
 */
export const Answer = z.object({ answer: requiredText(1000) });

export const list = operation({
  method: 'GET',
  path: '/platform/api/decisions',
  summary: 'Lists the decisions about your own activities and comments, newest first.',
  access: 'participant',
  answer: collection(DecisionCase, {}),
});

export const answer = operation({
  method: 'POST',
  path: '/platform/api/decisions/:uuid/answer',
  summary: 'Answers a decision, which is then reviewed. Each decision can be answered once.',
  access: 'participant',
  params: z.object({ uuid: z.uuid() }),
  body: Answer,
  answer: DecisionCase,
});
