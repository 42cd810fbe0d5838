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

/**
 * Paging for the list of everybody's activities: only ten per page, because the dashboard has more content below the
 * list.
 */
const ofEverybody = { page: 1, itemsPerPage: 10 };

/**
 * Returns the query for pages of activities, newest first: everybody's, one person's, or those on the days of a
 * challenge.
 */
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

/** The signed-in person's kilometres for each day of the past few weeks. */
export const ownDaysQuery = queryOptions({
  queryKey: ['activities', 'days'],
  queryFn: async () => (await call(activities.ownDays, {}))['hydra:member'],
});

/**
 * Returns the query for one activity, which is always refetched, because people should not edit an outdated version.
 */
export const activityQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['activities', uuid],
    queryFn: () => call(activities.one, { params: { uuid } }),
    staleTime: 0,
  });

/** The request body that the form sends. */
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

/** Changes an activity of the signed-in person. */
export function useReplaceActivity(uuid: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SentEntry) => call(activities.replace, { params: { uuid }, body }),
    onSuccess: () => refreshActivities(client),
  });
}

/** Deletes an activity of the signed-in person. */
export function useRemoveActivity(uuid: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      call(activities.remove, { params: { uuid } }).catch((failure) => {
        // A 404 is a success too: a second click or another browser has already deleted the activity.
        if (!(failure instanceof CallFailure && failure.status === 404)) throw failure;
      }),
    onSuccess: () => {
      countOut(client, uuid);
      // The visible lists stay as they are, because the card says that the activity was deleted.
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

/** Changes every page of every cached list of activities; `all` contains the activities on all pages of a list. */
function changePages(client: QueryClient, change: (page: Page, all: activities.Activity[]) => Page): void {
  client.setQueriesData<InfiniteData<Page>>(
    { queryKey: ['activities'], predicate: ({ queryKey }) => typeof queryKey[1] === 'object' },
    (data) => {
      const all = data?.pages.flatMap((page) => page['hydra:member']) ?? [];
      return data && { ...data, pages: data.pages.map((page) => change(page, all)) };
    },
  );
}

const deletedKey = ['activities', 'gone'];

/** Returns the deleted activities whose cards are still on the screen, although they no longer count. */
export const useDeletedActivities = (): string[] =>
  useQuery<string[]>({ queryKey: deletedKey, queryFn: skipToken }).data ?? [];

/** Subtracts a deleted activity from the totals of the lists that still show it. */
function countOut(client: QueryClient, uuid: string): void {
  const deleted = client.getQueryData<string[]>(deletedKey) ?? [];
  if (deleted.includes(uuid)) return;
  client.setQueryData(deletedKey, [...deleted, uuid]);
  changePages(client, (page, all) =>
    all.some((one) => one.uuid === uuid)
      ? { ...page, 'hydra:totalItems': page['hydra:totalItems'] - 1 }
      : page,
  );
}

/**
 * Handles failed calls about an activity. `examine` asks the person to sign in again if the session has ended. After a
 * 404, it checks whether the activity was deleted or a feature was switched off.
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
        if (isNotFound(found.error)) countOut(client, uuid);
      });
      client.invalidateQueries(settingsQuery);
    },
    [client, refetch, uuid],
  );
  return { isGone: isNotFound(error), examine };
}

const isNotFound = (error: Error | null) => error instanceof CallFailure && error.status === 404;

/** Refetches all lists of activities and all totals. */
export function refreshActivities(client: QueryClient): void {
  client.invalidateQueries({ queryKey: ['activities'] });
  refreshTotals(client);
}

function refreshTotals(client: QueryClient): void {
  for (const first of ['challenges', 'rankings', 'people', 'teams', 'workouts'])
    client.invalidateQueries({ queryKey: [first] });
}
