import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as decisions from '../../contract/decisions.ts';
import { call } from '../kit/call.ts';

/** What was decided about one's own activities and comments. */
export const decisionsQuery = queryOptions({
  queryKey: ['decisions'],
  queryFn: () => call(decisions.list, {}),
});

/** Answers a decision, once. */
export function useAnswer(uuid: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (answer: string) => call(decisions.answer, { params: { uuid }, body: { answer } }),
    // Answered elsewhere already, it shows what was said there.
    onSettled: () => client.invalidateQueries(decisionsQuery),
  });
}
