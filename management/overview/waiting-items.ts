import { useQuery } from '@tanstack/react-query';
import * as inbox from '../../contract/managed/inbox.ts';
import { call } from '../kit/call.ts';

/** How often the number of open cases is refreshed, in milliseconds. */
const refetchInterval = 60_000;

/** Returns the number of cases that wait for a decision by the signed-in person; undefined while loading. */
export function useWaitingCases(): number | undefined {
  const { data } = useQuery({
    queryKey: ['inbox', 'waiting'],
    queryFn: () => call(inbox.list, { query: { isOpen: 'true', itemsPerPage: 1 } }),
    refetchInterval,
  });
  return data?.['hydra:totalItems'];
}
