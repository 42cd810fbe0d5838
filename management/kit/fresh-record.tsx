import { LinearProgress } from '@mui/material';
import { type ReactNode, useEffect, useState } from 'react';
import { useEditContext } from 'react-admin';

/**
 * A form of a record as it is now. A list has told a record already, and what the server says of it then would take the
 * place of what has been typed meanwhile.
 */
export function FreshRecord({ children }: { children: ReactNode }) {
  const { isFetching } = useEditContext();
  const [isFresh, setFresh] = useState(!isFetching);
  useEffect(() => {
    if (!isFetching) setFresh(true);
  }, [isFetching]);
  return isFresh ? children : <LinearProgress />;
}
