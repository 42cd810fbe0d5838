import * as z from 'zod/mini';
import { moment, rowNumber } from '../kit/fields.ts';
import { listQuery } from '../kit/managed-resource.ts';
import { operation } from '../kit/operation.ts';
import { collection, resource } from '../kit/resource.ts';

/** What lines are written about, by the names that it has in the addresses of the organisers' app. */
export const loggedResources = [
  'activities',
  'challenges',
  'consent-texts',
  'faq-libraries',
  'faq-questions',
  'guest-codes',
  'inbox',
  'mails',
  'menus',
  'people',
  'people-imports',
  'pictures',
  'progress-maps',
  'settings',
  'sports',
  'tasks',
  'team-lock',
  'teams',
  'texts',
] as const;

const values = z.nullable(z.record(z.string(), z.unknown()));

/** One line of the change log: who changed what, when and why. Nobody changes or removes it. */
export const Change = resource('Change', {
  id: z.int(),
  at: moment,
  /** Who did it, by the name that they had then; none: the platform itself. */
  actor: z.nullable(z.string()),
  resource: z.string(),
  resourceId: z.string(),
  /** What it is called now, or whose it is; none where it is gone or has no name of its own. */
  name: z.nullable(z.string()),
  action: z.string(),
  reason: z.nullable(z.string()),
  /** The old values of the change; empty for a new resource. */
  before: values,
  /** The new values of the change; empty for a deleted resource. */
  after: values,
});

export const list = operation({
  method: 'GET',
  path: '/platform/api/management/changes',
  summary: 'The change log, the newest first unless asked for otherwise.',
  access: 'organiser',
  query: listQuery(['at', 'actor', 'resource'], {
    resource: z.optional(z.string()),
    resourceId: z.optional(z.string()),
    action: z.optional(z.string()),
    /** Who did it. */
    actorId: z.optional(rowNumber),
    /** Whose data it is about. */
    subjectId: z.optional(rowNumber),
  }),
  answer: collection(Change, {}),
});

export const one = operation({
  method: 'GET',
  path: '/platform/api/management/changes/:id',
  summary: 'One line of the change log.',
  access: 'organiser',
  params: z.object({ id: rowNumber }),
  answer: Change,
});
