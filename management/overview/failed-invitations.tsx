import { Alert, Link } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { list } from '../../contract/managed/mails.ts';
import { call } from '../kit/call.ts';

const failed = { state: 'failed', kind: 'invite' } as const;

/** Warns about failed invitations, with a link to these emails. */
export function FailedInvitations() {
  const translate = useTranslate();
  const { data } = useQuery({
    queryKey: ['mails', 'failed-invitations'],
    queryFn: () => call(list, { query: { ...failed, itemsPerPage: 1 } }),
    staleTime: 0,
  });
  const amount = data?.['hydra:totalItems'] ?? 0;
  if (amount === 0) return null;
  return (
    <Alert severity="error">
      {translate('app.desk.failedInvitations', { smart_count: amount })}{' '}
      <Link
        component={RouterLink}
        to={`/mails?${new URLSearchParams({ filter: JSON.stringify(failed), displayedFilters: JSON.stringify({ state: true, kind: true }) })}`}
        color="inherit"
      >
        {translate('app.desk.seeMails')}
      </Link>
    </Alert>
  );
}
