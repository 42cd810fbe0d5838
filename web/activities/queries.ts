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

/** On the dashboard more stands below everybody's list: on a phone, ten are a thumb's way long. */
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

/** What one's own activities of the last weeks count, day by day. */
export const ownDaysQuery = queryOptions({
  queryKey: ['activities', 'days'],
  queryFn: async () => (await call(activities.ownDays, {}))['hydra:member'],
});

/** One activity, as it is stored now: what is edited should not be a minute old. */
export const activityQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['activities', uuid],
    queryFn: () => call(activities.one, { params: { uuid } }),
    staleTime: 0,
  });

/** What a form sends. */
export type SentEntry = CallInput<typeof activities.create>['body'];

/** Logs an activity of one's own. */
export function useCreateActivity() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body, keys }: { body: SentEntry; keys: CreationKeys }) =>
      call(activities.create, { body }, keys),
    onSuccess: () => refreshActivities(client),
  });
}

/** Changes an activity of one's own. */
export function useReplaceActivity(uuid: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SentEntry) => call(activities.replace, { params: { uuid }, body }),
    onSuccess: () => refreshActivities(client),
  });
}

/** Removes an activity of one's own. */
export function useRemoveActivity(uuid: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      call(activities.remove, { params: { uuid } }).catch((failure) => {
        // Gone already, by a second click or elsewhere: that is what was wanted.
        if (!(failure instanceof CallFailure && failure.status === 404)) throw failure;
      }),
    onSuccess: () => {
      countOut(client, uuid);
      // The lists on the screen stay: the card itself says that the activity is gone.
      client.invalidateQueries({ queryKey: ['activities'], refetchType: 'none' });
      refreshTotals(client);
    },
  });
}

/** Changes an activity wherever a list on the screen shows it, without asking the server again. */
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

/** The activities on the screen that are gone: each keeps its place in its list, but is not counted any more. */
export const useGoneActivities = (): string[] =>
  useQuery<string[]>({ queryKey: goneKey, queryFn: skipToken }).data ?? [];

/** Takes an activity that is gone out of the counts of the lists that still show it. */
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
 * What a failed call about an activity means: `examine` asks to sign in again where the session ended, and
 * where something was not found looks whether the activity is gone, or a feature switched off.
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

/** Asks anew for everything that activities are shown in or added up to. */
export function refreshActivities(client: QueryClient): void {
  client.invalidateQueries({ queryKey: ['activities'] });
  refreshTotals(client);
}

function refreshTotals(client: QueryClient): void {
  for (const first of ['challenges', 'rankings', 'people', 'teams'])
    client.invalidateQueries({ queryKey: [first] });
}
