import { LinearProgress } from '@mui/material';
import type { ReactNode } from 'react';
import { useGetOne, useRecordContext, useResourceContext } from 'react-admin';

/**
 * Waits until the record of a form has been fetched. If the form started with the cached record of a list, the fetched
 * record would later overwrite typed values.
 */
export function FreshRecord({ children }: { children: ReactNode }) {
  const resource = useResourceContext() ?? '';
  const id = useRecordContext()?.id;
  const { isFetchedAfterMount } = useGetOne(resource, { id }, { enabled: id !== undefined });
  return isFetchedAfterMount ? children : <LinearProgress />;
}
