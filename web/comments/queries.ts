import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { Activity } from '../../contract/activities.ts';
import * as comments from '../../contract/comments.ts';
import type { CreationKeys } from '../../contract/kit/creation-keys.ts';
import type { Answer } from '../../contract/kit/operation.ts';
import { changeInLists } from '../activities/queries.ts';
import { CallFailure, call, callAddress } from '../kit/call.ts';

type Pages = InfiniteData<Answer<typeof comments.list>>;

/** Returns the query for pages of comments on an activity, newest first. */
export const commentsQuery = (uuid: string) =>
  infiniteQueryOptions({
    queryKey: ['comments', uuid],
    initialPageParam: '',
    queryFn: ({ pageParam: next }) =>
      next ? callAddress(comments.list, next) : call(comments.list, { params: { uuid }, query: {} }),
    getNextPageParam: (page) => page['hydra:view']?.['hydra:next'],
  });

/** Adds a comment to an activity. The comment immediately appears first in the list and in the number of comments. */
export function useAddComment(activity: Pick<Activity, '@id' | 'uuid'>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ content, keys }: { content: string; keys: CreationKeys }) =>
      call(comments.create, { body: { content, activity: activity['@id'] } }, keys),
    onSuccess: (comment) => {
      client.setQueryData<Pages>(
        commentsQuery(activity.uuid).queryKey,
        (data) => data && withFirst(data, comment),
      );
      count(client, activity.uuid, 1);
    },
  });
}

/** Deletes a comment of the signed-in person. */
export function useRemoveComment(activityUuid: string, comment: comments.ActivityComment) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      call(comments.remove, { params: { uuid: comment['@id'].split('/').at(-1) ?? '' } }).catch((failure) => {
        // A 404 is a success too: a second click or another browser has already deleted the comment.
        if (!(failure instanceof CallFailure && failure.status === 404)) throw failure;
      }),
    onSuccess: () => {
      // The visible list stays as it is, because the card says that the comment was deleted.
      client.invalidateQueries({ queryKey: ['comments', activityUuid], refetchType: 'none' });
      count(client, activityUuid, -1);
    },
  });
}

/** Flags a comment as inappropriate, and immediately hides its text. */
export function useFlagComment(activityUuid: string, comment: comments.ActivityComment) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (reason: string) => call(comments.flag, { body: { comment: comment['@id'], reason } }),
    onSuccess: () =>
      client.setQueryData<Pages>(
        commentsQuery(activityUuid).queryKey,
        (data) => data && withoutContent(data, comment),
      ),
  });
}

function count(client: QueryClient, uuid: string, change: number): void {
  changeInLists(client, uuid, (activity) => ({
    ...activity,
    amountOfComments: Math.max(0, activity.amountOfComments + change),
  }));
}

const withFirst = (data: Pages, comment: comments.ActivityComment): Pages => ({
  ...data,
  pages: data.pages.map((page, index) =>
    index === 0 ? { ...page, 'hydra:member': [comment, ...page['hydra:member']] } : page,
  ),
});

const withoutContent = (data: Pages, flagged: comments.ActivityComment): Pages => ({
  ...data,
  pages: data.pages.map((page) => ({
    ...page,
    'hydra:member': page['hydra:member'].map((comment) =>
      comment['@id'] === flagged['@id'] ? { ...comment, content: '', inappropriateForYou: true } : comment,
    ),
  })),
});
