import { Alert, Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Link, useTranslate } from 'react-admin';
import { settings } from '../../contract/managed/settings.ts';
import { call } from '../kit/call.ts';

/** Says that teams are switched off, so that nobody sees them, with a link to the setting. */
export function TeamsOff() {
  const translate = useTranslate();
  const { data } = useQuery({
    queryKey: ['settings'],
    queryFn: () => call(settings.one, { params: { id: 1 } }),
  });
  if (!data || data.teamsEnabled) return null;
  return (
    <Alert
      severity="warning"
      sx={{ my: 1 }}
      action={
        <Button component={Link} to="/settings/1/together" color="inherit" size="small">
          {translate('resources.teams.switchOn')}
        </Button>
      }
    >
      {translate('resources.teams.switchedOff')}
    </Alert>
  );
}
