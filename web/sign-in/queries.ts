import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as secondFactor from '../../contract/second-factor.ts';
import * as sessions from '../../contract/sessions.ts';
import { CallFailure, call } from '../kit/call.ts';

/** Whether the signed-in person uses two-factor authentication. */
export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: () => call(secondFactor.state, {}),
});

/** The sessions of the signed-in person; always refetched, because other devices change them. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async () => (await call(sessions.list, {}))['hydra:member'],
  staleTime: 0,
});

/** Ends a session; succeeds even if the session has already ended. */
export const useEndSession = (uuid: string) =>
  useEnding(() =>
    call(sessions.end, { params: { uuid } }).catch((failure) => {
      if (!(failure instanceof CallFailure && failure.status === 404)) throw failure;
    }),
  );

export const useEndOtherSessions = () => useEnding(() => call(sessions.endOthers, {}));

/**
 * Returns a mutation that ends sessions and then refetches the list, even after a failure. If the current session has
 * ended, the app asks the person to sign in again.
 */
function useEnding(end: () => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: end,
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}
