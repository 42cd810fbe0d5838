import { useQuery } from '@tanstack/react-query';
import * as inbox from '../../contract/managed/inbox.ts';
import { call } from '../kit/call.ts';

/** As long as a matter may wait unseen in an app that stays open, in milliseconds. */
const lookAgainAfter = 60_000;

/** How many matters of the inbox wait for a decision of who is signed in; none while it is not known. */
export function useWaitingMatters(): number | undefined {
  const { data } = useQuery({
    queryKey: ['inbox', 'waiting'],
    queryFn: () => call(inbox.list, { query: { isOpen: 'true', itemsPerPage: 1 } }),
    refetchInterval: lookAgainAfter,
  });
  return data?.['hydra:totalItems'];
}
