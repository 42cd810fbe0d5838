import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as likes from '../../contract/likes.ts';
import { changeInLists } from '../activities/queries.ts';
import { call, callAddress } from '../kit/call.ts';

/** Returns the query for pages of people who like an activity, newest like first. */
export const likesQuery = (uuid: string) =>
  infiniteQueryOptions({
    queryKey: ['likes', uuid],
    initialPageParam: '',
    queryFn: ({ pageParam: next }) =>
      next ? callAddress(likes.list, next) : call(likes.list, { params: { uuid }, query: {} }),
    getNextPageParam: (page) => page['hydra:view']?.['hydra:next'],
  });

/** Adds or removes a like, and then updates every list on the screen with the server's state. */
export function useToggleLike(uuid: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (liked: boolean) => call(likes.toggle, { params: { uuid }, query: { liked: `${liked}` } }),
    onSuccess: ({ amountOfLikes, likedByMe }) => {
      changeInLists(client, uuid, (activity) => ({ ...activity, amountOfLikes, likedByMe }));
      client.invalidateQueries({ queryKey: ['likes', uuid] });
    },
  });
}
