import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import classes from './together.module.css';
import { Waiting } from './waiting.tsx';

const isFirst = { predicate: ({ state }: { state: { status: string } }) => state.status === 'pending' };

/** Keeps out of sight what is inside until all that it asks for is there, so that no part pushes another about. */
export function Together({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [isThere, setThere] = useState(false);
  const waiting = useIsFetching(isFirst);
  // What is inside has asked by now: its effects come before this one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again whenever the number has changed
  useEffect(() => {
    if (client.isFetching(isFirst) === 0) setThere(true);
  }, [client, waiting]);
  return (
    <>
      {!isThere && <Waiting />}
      <div className={classes.together} hidden={!isThere}>
        {children}
      </div>
    </>
  );
}
