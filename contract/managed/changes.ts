import * as z from 'zod/mini';
import { moment, rowNumber } from '../kit/fields.ts';
import { listQuery } from '../kit/managed-resource.ts';
import { operation } from '../kit/operation.ts';
import { collection, resource } from '../kit/resource.ts';

/** The resources in the change log, by their names in the URLs of the organisers' app. */
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

/** An entry of the change log: who changed what, when and why. Entries are never changed or removed. */
export const Change = resource('Change', {
  id: z.int(),
  at: moment,
  /** The author's name at the time of the change; null if the platform itself made the change. */
  actor: z.nullable(z.string()),
  resource: z.string(),
  resourceId: z.string(),
  /** The current name of the resource or of its owner; null if the resource no longer exists or has no name. */
  name: z.nullable(z.string()),
  action: z.string(),
  reason: z.nullable(z.string()),
  /** The values before the change; empty for a new resource. */
  before: values,
  /** The values after the change; empty for a deleted resource. */
  after: values,
});

export const list = operation({
  method: 'GET',
  path: '/platform/api/management/changes',
  summary: 'Lists the change log, by default newest first.',
  access: 'organiser',
  query: listQuery(['at', 'actor', 'resource'], {
    resource: z.optional(z.string()),
    resourceId: z.optional(z.string()),
    action: z.optional(z.string()),
    /** The author of the change. */
    actorId: z.optional(rowNumber),
    /** The person whose data was changed. */
    subjectId: z.optional(rowNumber),
  }),
  answer: collection(Change, {}),
});

export const one = operation({
  method: 'GET',
  path: '/platform/api/management/changes/:id',
  summary: 'Returns an entry of the change log.',
  access: 'organiser',
  params: z.object({ id: rowNumber }),
  answer: Change,
});
