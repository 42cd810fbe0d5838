import { Alert } from '@mui/material';
import { useLocaleState, useTranslate } from 'react-admin';
import type { Checklist } from './checklist.ts';

/** Warns that background jobs no longer run, and says who can fix this. */
export function JobsMissing({ jobs }: Pick<Checklist, 'jobs'>) {
  const translate = useTranslate();
  const [locale] = useLocaleState();
  if (!jobs.areGone) return null;
  const moment =
    jobs.seenAt && new Date(jobs.seenAt).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <Alert severity="error">
      {moment ? translate('app.desk.jobsGone', { moment }) : translate('app.desk.jobsNever')}{' '}
      {translate('app.desk.startJobs')}
    </Alert>
  );
}
