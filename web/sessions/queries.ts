import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as secondFactor from '../../contract/second-factor.ts';
import * as sessions from '../../contract/sessions.ts';
import { CallFailure, call } from '../kit/call.ts';

/** How it stands with one's own second factor. */
export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: () => call(secondFactor.state, {}),
});

/** Where one is signed in: read anew each time, as other devices change it. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async () => (await call(sessions.list, {}))['hydra:member'],
  staleTime: 0,
});

/** Ends one session; one that is gone already is as good. */
export const useEndSession = (uuid: string) =>
  useEnding(() =>
    call(sessions.end, { params: { uuid } }).catch((failure) => {
      if (!(failure instanceof CallFailure && failure.status === 404)) throw failure;
    }),
  );

export const useEndOtherSessions = () => useEnding(() => call(sessions.endOthers, {}));

/** Whatever came of it, the list is asked for anew; it asks to sign in again where this session has ended. */
function useEnding(end: () => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: end,
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}
