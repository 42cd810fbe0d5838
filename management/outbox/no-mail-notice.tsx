import { Alert, Link } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { usePermissions, useTranslate } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { setUp } from '../../contract/managed/mails.ts';
import { call } from '../kit/call.ts';

/** Warns that the server does not send emails, and says what to do. */
export function NoMailNotice() {
  const translate = useTranslate();
  const { permissions } = usePermissions();
  const { data } = useQuery({
    queryKey: ['mail-set-up'],
    queryFn: () => call(setUp, {}),
    enabled: permissions === 'organiser',
  });
  if (!data || data.server) return null;
  return (
    <Alert severity="warning" sx={{ mb: 2.5 }}>
      {translate('app.noMail')}{' '}
      <Link component={RouterLink} to="/mails" color="inherit">
        {translate('app.checklist.steps.mail.do')}
      </Link>
    </Alert>
  );
}
