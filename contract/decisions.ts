import * as z from 'zod/mini';
import { moment, requiredText } from './kit/fields.ts';
import { operation } from './kit/operation.ts';
import { collection, resource } from './kit/resource.ts';
import { DecisionTaken } from './managed/inbox.ts';

/** The decisions of organisers and moderators about a person's own activities and comments. */
export const DecisionCase = resource('Matter', {
  uuid: z.uuid(),
  /** The person's comment that the decisions are about; null if they are about an activity. */
  comment: z.nullable(z.string()),
  /** The newest first. */
  decisions: z.array(DecisionTaken),
  /** Whether the case waits for another decision. */
  isOpen: z.boolean(),
  answer: z.nullable(z.string()),
  answeredAt: z.nullable(moment),
});
export type DecisionCase = z.infer<typeof DecisionCase>;

/** At most as long as a comment; people can answer once. */
export const Answer = z.object({ answer: requiredText(1000) });

export const list = operation({
  method: 'GET',
  path: '/platform/api/decisions',
  summary: 'Lists the decisions about your own activities and comments, the newest first.',
  access: 'participant',
  answer: collection(DecisionCase, {}),
});

export const answer = operation({
  method: 'POST',
  path: '/platform/api/decisions/:uuid/answer',
  summary: 'Answers a decision, once. It is then reviewed.',
  access: 'participant',
  params: z.object({ uuid: z.uuid() }),
  body: Answer,
  answer: DecisionCase,
});
