import { LinearProgress } from '@mui/material';
import type { ReactNode } from 'react';
import { useGetOne, useRecordContext, useResourceContext } from 'react-admin';

/**
 * A form of a record as it is now. A list has told a record already, and what the server says of it then would take the
 * place of what has been typed meanwhile.
 */
export function FreshRecord({ children }: { children: ReactNode }) {
  const resource = useResourceContext() ?? '';
  const id = useRecordContext()?.id;
  const { isFetchedAfterMount } = useGetOne(resource, { id }, { enabled: id !== undefined });
  return isFetchedAfterMount ? children : <LinearProgress />;
}
