import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as secondFactor from '../../contract/second-factor.ts';
import * as sessions from '../../contract/sessions.ts';
import { CallFailure, call } from '../kit/call.ts';

/** The state of one's own two-factor authentication. */
export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: () => call(secondFactor.state, {}),
});

/** One's own sessions; always refetched, as other devices change them. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async () => (await call(sessions.list, {}))['hydra:member'],
  staleTime: 0,
});

/** Ends a session; one that has already ended is a success too. */
export const useEndSession = (uuid: string) =>
  useEnding(() =>
    call(sessions.end, { params: { uuid } }).catch((failure) => {
      if (!(failure instanceof CallFailure && failure.status === 404)) throw failure;
    }),
  );

export const useEndOtherSessions = () => useEnding(() => call(sessions.endOthers, {}));

/** Refetches the list whatever the outcome; the list asks to sign in again if this session has ended. */
function useEnding(end: () => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: end,
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}
