import * as z from 'zod/mini';
import { Activity } from './activities.ts';
import { paging } from './kit/fields.ts';
import { operation } from './kit/operation.ts';
import { collection, resource } from './kit/resource.ts';
import { PersonReference } from './people.ts';

export const Like = resource('Like', {
  /** The person's name; empty if the person is not shown by name. */
  personName: z.string(),
  person: PersonReference,
});
export type Like = z.infer<typeof Like>;

const oneActivity = z.object({ uuid: z.uuid() });

export const list = operation({
  method: 'GET',
  path: '/platform/api/activities/:uuid/likes',
  summary: 'Lists the likes of an activity, newest first.',
  access: 'participant',
  params: oneActivity,
  query: z.object(paging),
  answer: collection(Like, {}),
});

export const toggle = operation({
  method: 'POST',
  path: '/platform/api/activities/:uuid/toggleLike',
  summary: 'Likes an activity or removes your like, and returns the activity.',
  access: 'participant',
  params: oneActivity,
  query: z.object({
    /**
     * Whether the person wants to like the activity; a repeated call changes nothing. Without this parameter,
     * the call toggles the like. Two browsers of one person that toggle it at the same moment undo each
     * other's change.
     */
    liked: z.optional(z.enum(['true', 'false'], 'value.invalid')),
  }),
  answer: Activity,
});
