import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as couplings from '../../contract/couplings.ts';
import { refreshActivities } from '../activities/queries.ts';
import { CallFailure, call, callAddress } from '../kit/call.ts';
import { meKey } from '../kit/query-client.ts';

const couplingsKey = ['couplings'] as const;

/** What one has coupled and could. Where it cannot be loaded, nothing. */
export const couplingsQuery = queryOptions({
  queryKey: couplingsKey,
  queryFn: async () => (await call(couplings.list, {}))['hydra:member'][0],
  // The addresses in it are good for a quarter of an hour.
  staleTime: 5 * 60_000,
});

/** The services that people may couple here. Where they cannot be loaded, none. */
export const offeredQuery = queryOptions({
  queryKey: ['couplings', 'offered'],
  queryFn: () => call(couplings.offered, {}),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Takes a coupling back. Where that fails it is logged, and all is as before. */
export function useUncouple(platform: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (keepActivities: boolean) => {
      // The address from when the page was opened may have run out.
      const url = client.getQueryData(couplingsQuery.queryKey)?.couplings[platform]?.uncoupleUrl ?? '';
      return callAddress(couplings.uncouple, `${url}&keepActivities=${keepActivities}`);
    },
    onError: (failure) => {
      // biome-ignore lint/suspicious/noConsole: the specification wants it logged, and nothing said
      console.warn(`${platform} was not uncoupled:`, failure.message);
      if (failure instanceof CallFailure && failure.sessionEnded)
        client.invalidateQueries({ queryKey: meKey });
    },
    onSettled: () => {
      client.invalidateQueries({ queryKey: couplingsKey });
      refreshActivities(client);
    },
  });
}

/** Reads an own activity again from its service. */
export function useRefresh(uuid: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(couplings.refresh, { params: { uuid } }),
    onSuccess: () => refreshActivities(client),
  });
}
