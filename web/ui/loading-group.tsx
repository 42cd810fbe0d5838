import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Waiting } from './waiting.tsx';

const isFirst = { predicate: ({ state }: { state: { status: string } }) => state.status === 'pending' };

/** Hides its children until all their data has loaded, so that late content does not move other content. */
export function LoadingGroup({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [isThere, setThere] = useState(false);
  const waiting = useIsFetching(isFirst);
  // The effects of the children run before this effect, so their queries have already started.
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run whenever the number changes
  useEffect(() => {
    if (client.isFetching(isFirst) === 0) setThere(true);
  }, [client, waiting]);
  return (
    <>
      {!isThere && <Waiting />}
      <div className="stack gap-5" hidden={!isThere}>
        {children}
      </div>
    </>
  );
}
