import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as couplings from '../../contract/couplings.ts';
import { refreshActivities } from '../activities/queries.ts';
import { CallFailure, call, callAddress } from '../kit/call.ts';
import { meKey } from '../kit/query-client.ts';

const connectedAccountsKey = ['couplings'] as const;

/** The signed-in person's connected accounts, and the available services. Empty if loading fails. */
export const connectedAccountsQuery = queryOptions({
  queryKey: connectedAccountsKey,
  queryFn: async () => (await call(couplings.list, {}))['hydra:member'][0],
  // The URLs in the response expire after 15 minutes.
  staleTime: 5 * 60_000,
});

/** The services that people can connect. Empty if loading fails. */
export const offeredQuery = queryOptions({
  queryKey: ['couplings', 'offered'],
  queryFn: () => call(couplings.offered, {}),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Disconnects a service. A failure is logged and changes nothing. */
export function useDisconnect(platform: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (keepActivities: boolean) => {
      // Uses the latest URL from the cache, because the URL that was loaded when the page opened may have expired.
      const url =
        client.getQueryData(connectedAccountsQuery.queryKey)?.couplings[platform]?.uncoupleUrl ?? '';
      return callAddress(couplings.uncouple, `${url}&keepActivities=${keepActivities}`);
    },
    onError: (failure) => {
      // biome-ignore lint/suspicious/noConsole: the specification requires logging without a message
      console.warn(`${platform} was not uncoupled:`, failure.message);
      if (failure instanceof CallFailure && failure.sessionEnded)
        client.invalidateQueries({ queryKey: meKey });
    },
    onSettled: () => {
      client.invalidateQueries({ queryKey: connectedAccountsKey });
      refreshActivities(client);
    },
  });
}

/** Asks the service to send an activity of the signed-in person again. */
export function useRefresh(uuid: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(couplings.refresh, { params: { uuid } }),
    onSuccess: () => refreshActivities(client),
  });
}
