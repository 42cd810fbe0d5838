import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import * as activities from '../../contract/activities.ts';
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
    mutationFn: (body: SentEntry) => call(activities.create, { body }),
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
  client.setQueriesData<InfiniteData<Answer<typeof activities.list>>>(
    { queryKey: ['activities'], predicate: ({ queryKey }) => typeof queryKey[1] === 'object' },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          'hydra:member': page['hydra:member'].map((one) => (one.uuid === uuid ? change(one) : one)),
        })),
      },
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
      refetch();
      client.invalidateQueries(settingsQuery);
    },
    [client, refetch],
  );
  return { isGone: error instanceof CallFailure && error.status === 404, examine };
}

/** Asks anew for everything that activities are shown in or added up to. */
export function refreshActivities(client: QueryClient): void {
  client.invalidateQueries({ queryKey: ['activities'] });
  refreshTotals(client);
}

function refreshTotals(client: QueryClient): void {
  for (const first of ['challenges', 'rankings', 'people', 'teams'])
    client.invalidateQueries({ queryKey: [first] });
}
