import * as z from 'zod/mini';
import { Activity } from './activities.ts';
import { paging } from './kit/fields.ts';
import { operation } from './kit/operation.ts';
import { collection, resource } from './kit/resource.ts';
import { PersonReference } from './people.ts';

export const Like = resource('Like', {
  /** Empty for somebody who is not named. */
  personName: z.string(),
  person: PersonReference,
});
export type Like = z.infer<typeof Like>;

const oneActivity = z.object({ uuid: z.uuid() });

export const list = operation({
  method: 'GET',
  path: '/platform/api/activities/:uuid/likes',
  summary: 'Lists the likes of an activity, the newest first.',
  access: 'participant',
  params: oneActivity,
  query: z.object(paging),
  answer: collection(Like, {}),
});

export const toggle = operation({
  method: 'POST',
  path: '/platform/api/activities/:uuid/toggleLike',
  summary: 'Likes an activity, or removes your like, and returns the activity.',
  access: 'participant',
  params: oneActivity,
  query: z.object({
    /**
     * The intended state; sending it twice changes nothing. Without it, two browsers of one person that toggle a like
     * at the same moment would undo each other.
     */
    liked: z.optional(z.enum(['true', 'false'], 'value.invalid')),
  }),
  answer: Activity,
});
