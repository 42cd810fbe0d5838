import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Activity } from '../../contract/activities.ts';
import * as ingest from '../../contract/ingest.ts';
import * as workouts from '../../contract/workouts.ts';
import { changeInLists, refreshActivities } from '../activities/queries.ts';
import { CallFailure, call, headersOfCalls } from '../kit/call.ts';
import { basePath } from '../kit/page.ts';
import { meKey } from '../kit/query-client.ts';

const questionsKey = ['workouts', 'questions'] as const;
const tokensKey = ['workouts', 'tokens'] as const;

/** Returns the query for the source records of an activity of the signed-in person. */
export const recordsQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['activities', uuid, 'records'],
    queryFn: async () => (await call(workouts.records, { params: { uuid } }))['hydra:member'],
    staleTime: 0,
  });

/** Pairs of the signed-in person's records that may be the same workout. */
export const questionsQuery = queryOptions({
  queryKey: questionsKey,
  queryFn: async () => (await call(workouts.questions, {}))['hydra:member'],
});

/** The personal tokens of the signed-in person. */
export const tokensQuery = queryOptions({
  queryKey: tokensKey,
  queryFn: async () => (await call(ingest.listTokens, {}))['hydra:member'],
});

/** Returns the address to which people's own apps send workouts. */
export const ingestAddress = () => `${location.origin}${basePath.slice(0, -1)}${ingest.ingest.path}`;

/**
 * Returns the query for whether a personal token is valid. The query sends an empty call with the token, as the
 * person's apps do.
 */
export const tokenCheckQuery = (token: string) =>
  queryOptions({
    queryKey: ['workouts', 'token check', token],
    queryFn: async () => {
      const response = await fetch(ingestAddress(), {
        method: 'POST',
        headers: {
          ...headersOfCalls(),
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ workouts: [] }),
      });
      // An unread body would keep the connection busy.
      await response.text();
      if (response.ok) return true;
      if (response.status === 401) return false;
      throw new CallFailure(response.status, response.statusText);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Chooses which record of an activity counts. */
export const useChooseRecord = (uuid: string) =>
  useRecordMutation((record: string) => call(workouts.choose, { params: { uuid }, body: { record } }));

/** Sets whether an activity counts. */
export const useSetCounts = (uuid: string) =>
  useRecordMutation((counts: boolean) => call(workouts.setCounts, { params: { uuid }, body: { counts } }));

/** Separates a record from an activity, because it belongs to another workout. */
export const useSeparate = () =>
  useRecordMutation((uuid: string) => call(workouts.separate, { params: { uuid } }).then(() => undefined));

/** Gives several questions about one waiting workout the same answer. */
export const useAnswer = () =>
  useRecordMutation(async ({ uuids, isSame }: { uuids: string[]; isSame: boolean }) => {
    for (const uuid of uuids) await call(workouts.answer, { params: { uuid }, body: { isSame } });
    return undefined;
  });

/** Sends the owner's choice about records, and refetches lists, totals and questions after success and failure. */
function useRecordMutation<Input>(send: (input: Input) => Promise<Activity | undefined>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (activity) => activity && changeInLists(client, activity.uuid, () => activity),
    onError: (failure) => askToSignIn(client, failure),
    onSettled: () => refreshActivities(client),
  });
}

/** Creates a personal token; only the response contains its secret. */
export function useCreateToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => call(ingest.createToken, { body: { name } }),
    onSuccess: () => client.invalidateQueries({ queryKey: tokensKey }),
  });
}

/** Revokes a personal token; succeeds even if the token no longer exists. */
export function useRevokeToken(uuid: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      call(ingest.revokeToken, { params: { uuid } }).catch((failure) => {
        if (!(failure instanceof CallFailure && failure.status === 404)) throw failure;
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: tokensKey }),
    onError: (failure) => askToSignIn(client, failure),
  });
}

function askToSignIn(client: QueryClient, failure: Error): void {
  if (failure instanceof CallFailure && failure.sessionEnded) client.invalidateQueries({ queryKey: meKey });
}
