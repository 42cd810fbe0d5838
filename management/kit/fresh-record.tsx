import { LinearProgress } from '@mui/material';
import type { ReactNode } from 'react';
import { useGetOne, useRecordContext, useResourceContext } from 'react-admin';

/**
 * A form of a freshly fetched record. A record cached by a list would be refetched later, and would overwrite
 * typed values.
 */
export function FreshRecord({ children }: { children: ReactNode }) {
  const resource = useResourceContext() ?? '';
  const id = useRecordContext()?.id;
  const { isFetchedAfterMount } = useGetOne(resource, { id }, { enabled: id !== undefined });
  return isFetchedAfterMount ? children : <LinearProgress />;
}
