import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as decisions from '../../contract/decisions.ts';
import { call } from '../kit/call.ts';

/** The decisions about the signed-in person's activities and comments. */
export const decisionsQuery = queryOptions({
  queryKey: ['decisions'],
  queryFn: () => call(decisions.list, {}),
});

/** Sends the person's answer to a decision; each decision can be answered only once. */
export function useAnswer(uuid: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (answer: string) => call(decisions.answer, { params: { uuid }, body: { answer } }),
    // If the person has already answered in another browser, the list then shows that answer.
    onSettled: () => client.invalidateQueries(decisionsQuery),
  });
}
