import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  skipToken,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import * as activities from '../../contract/activities.ts';
import type { CreationKeys } from '../../contract/kit/creation-keys.ts';
import type { Answer, CallInput } from '../../contract/kit/operation.ts';
import { settingsQuery } from '../configs/queries.ts';
import { CallFailure, call, callAddress } from '../kit/call.ts';
import { meKey } from '../kit/query-client.ts';

/** The dashboard has more content below everybody's list, so a page of it has only ten. */
const ofEverybody = { page: 1, itemsPerPage: 10 };

/** Activities page by page, newest first: everybody's, a person's, or those in the window of a challenge. */
export const activitiesQuery = ({ challenge, person }: { challenge?: string; person?: string }) =>
  infiniteQueryOptions({
    queryKey: ['activities', { challenge, person }],
    initialPageParam: '',
    queryFn: ({ pageParam: next }) => {
      if (next) return callAddress(activities.list, next);
      if (challenge) return call(activities.listOfChallenge, { query: { ...ofEverybody, challenge } });
      if (person) return call(activities.list, { query: { page: 1, person } });
      return call(activities.list, { query: ofEverybody });
    },
    getNextPageParam: (page) => page['hydra:view']?.['hydra:next'],
  });

/** One's own kilometres of the last weeks, day by day. */
export const ownDaysQuery = queryOptions({
  queryKey: ['activities', 'days'],
  queryFn: async () => (await call(activities.ownDays, {}))['hydra:member'],
});

/** One activity, always refetched: people should not edit a version that is a minute old. */
export const activityQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['activities', uuid],
    queryFn: () => call(activities.one, { params: { uuid } }),
    staleTime: 0,
  });

/** What a form sends. */
export type SentEntry = CallInput<typeof activities.create>['body'];

/** Logs an activity. */
export function useCreateActivity() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body, keys }: { body: SentEntry; keys: CreationKeys }) =>
      call(activities.create, { body }, keys),
    onSuccess: () => refreshActivities(client),
  });
}

/** Changes one's own activity. */
export function useReplaceActivity(uuid: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SentEntry) => call(activities.replace, { params: { uuid }, body }),
    onSuccess: () => refreshActivities(client),
  });
}

/** Deletes one's own activity. */
export function useRemoveActivity(uuid: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      call(activities.remove, { params: { uuid } }).catch((failure) => {
        // Already deleted, by a second click or elsewhere: also a success.
        if (!(failure instanceof CallFailure && failure.status === 404)) throw failure;
      }),
    onSuccess: () => {
      countOut(client, uuid);
      // Keeps the lists on the screen: the card itself says that the activity is gone.
      client.invalidateQueries({ queryKey: ['activities'], refetchType: 'none' });
      refreshTotals(client);
    },
  });
}

/** Updates an activity in all cached lists, without a request. */
export function changeInLists(
  client: QueryClient,
  uuid: string,
  change: (activity: activities.Activity) => activities.Activity,
): void {
  changePages(client, (page) => ({
    ...page,
    'hydra:member': page['hydra:member'].map((one) => (one.uuid === uuid ? change(one) : one)),
  }));
}

type Page = Answer<typeof activities.list>;

/** Changes every page of every list of activities; `all` are the activities of its list. */
function changePages(client: QueryClient, change: (page: Page, all: activities.Activity[]) => Page): void {
  client.setQueriesData<InfiniteData<Page>>(
    { queryKey: ['activities'], predicate: ({ queryKey }) => typeof queryKey[1] === 'object' },
    (data) => {
      const all = data?.pages.flatMap((page) => page['hydra:member']) ?? [];
      return data && { ...data, pages: data.pages.map((page) => change(page, all)) };
    },
  );
}

const goneKey = ['activities', 'gone'];

/** Deleted activities that are still on the screen: they stay in their lists, but no longer count. */
export const useGoneActivities = (): string[] =>
  useQuery<string[]>({ queryKey: goneKey, queryFn: skipToken }).data ?? [];

/** Removes a deleted activity from the counts of the lists that still show it. */
function countOut(client: QueryClient, uuid: string): void {
  const gone = client.getQueryData<string[]>(goneKey) ?? [];
  if (gone.includes(uuid)) return;
  client.setQueryData(goneKey, [...gone, uuid]);
  changePages(client, (page, all) =>
    all.some((one) => one.uuid === uuid)
      ? { ...page, 'hydra:totalItems': page['hydra:totalItems'] - 1 }
      : page,
  );
}

/**
 * Handles failed calls about an activity: `examine` asks to sign in again if the session has ended, and after a
 * 404 checks whether the activity is deleted or a feature switched off.
 */
export function useFailedCalls(uuid: string): { isGone: boolean; examine: (failure: Error) => void } {
  const client = useQueryClient();
  const { error, refetch } = useQuery({ ...activityQuery(uuid), enabled: false });
  const examine = useCallback(
    (failure: Error) => {
      if (!(failure instanceof CallFailure)) return;
      if (failure.sessionEnded) client.invalidateQueries({ queryKey: meKey });
      if (failure.status !== 404) return;
      refetch().then((found) => {
        if (isGoneFor(found.error)) countOut(client, uuid);
      });
      client.invalidateQueries(settingsQuery);
    },
    [client, refetch, uuid],
  );
  return { isGone: isGoneFor(error), examine };
}

const isGoneFor = (error: Error | null) => error instanceof CallFailure && error.status === 404;

/** Refetches all lists and sums of activities. */
export function refreshActivities(client: QueryClient): void {
  client.invalidateQueries({ queryKey: ['activities'] });
  refreshTotals(client);
}

function refreshTotals(client: QueryClient): void {
  for (const first of ['challenges', 'rankings', 'people', 'teams'])
    client.invalidateQueries({ queryKey: [first] });
}
