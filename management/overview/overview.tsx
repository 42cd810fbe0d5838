import ExpandIcon from '@mui/icons-material/ExpandMore';
import {
  Accordion,
  AccordionDetails,
  AccordionSummary,
  Alert,
  Box,
  CircularProgress,
  Typography,
} from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Title, usePermissions, useTranslate } from 'react-admin';
import { Navigate } from 'react-router';
import * as checklist from '../../contract/managed/checklist.ts';
import { onlyResource } from '../kit/auth-provider.ts';
import { call } from '../kit/call.ts';
import { NoMailNotice } from '../outbox/no-mail-notice.tsx';
import type { Checklist } from './checklist.ts';
import { ChecklistSteps } from './checklist-steps.tsx';
import { FailedInvitations } from './failed-invitations.tsx';
import { JobsMissing } from './jobs-missing.tsx';
import { DailyDesk } from './waiting-work.tsx';

/**
 * Shows the start page: organisers see the set-up or the daily work, and others the only resource that they can use.
 */
export function StartPage() {
  const { permissions, isPending } = usePermissions();
  if (isPending) return null;
  return permissions === 'organiser' ? (
    <OrganisersStart />
  ) : (
    <Navigate to={`/${onlyResource(permissions) ?? ''}`} replace />
  );
}

/** How often an open page checks whether background jobs have stopped, in milliseconds. */
const refetchInterval = 60_000;

/**
 * Shows the start page for organisers. Until somebody takes part, it shows the set-up and what is missing; after that,
 * it shows the daily work, with the set-up in one line.
 */
function OrganisersStart() {
  const translate = useTranslate();
  const { data, error } = useQuery({
    queryKey: ['checklist'],
    queryFn: () => call(checklist.read, {}),
    staleTime: 0,
    refetchInterval,
  });
  if (error) return <Alert severity="error">{translate(error.message, { _: error.message })}</Alert>;
  if (!data) return <CircularProgress aria-label={translate('ra.page.loading')} />;
  const { steps, jobs } = data;
  const isInUse = steps.some(({ step, isDone }) => step === 'firstSignUp' && isDone);
  const title = titleOf(steps);
  if (!isInUse)
    return (
      <Box sx={{ maxWidth: 760, pb: 3 }}>
        <Title title={translate(...title)} />
        <JobsMissing jobs={jobs} />
        <FailedInvitations />
        <ChecklistSteps steps={steps} />
      </Box>
    );
  return (
    <Box sx={{ maxWidth: 960, pb: 3, display: 'grid', gap: 2, '& > .MuiAlert-root': { mb: 0 } }}>
      <Title title="app.desk.title" />
      <NoMailNotice />
      <JobsMissing jobs={jobs} />
      <FailedInvitations />
      <DailyDesk />
      <Accordion
        variant="outlined"
        disableGutters
        square={false}
        sx={{ borderRadius: 1 }}
        slotProps={{ heading: { component: 'h2' } }}
      >
        <AccordionSummary expandIcon={<ExpandIcon />}>
          <Typography>
            {translate('app.checklist.title')} · {translate(...title)}
          </Typography>
        </AccordionSummary>
        <AccordionDetails>
          <ChecklistSteps steps={steps} />
        </AccordionDetails>
      </Accordion>
    </Box>
  );
}

/**
 * Returns the key and the values of the text about the progress of the set-up. The step for email is optional, but
 * without it nobody receives emails.
 */
function titleOf(steps: Checklist['steps']): [key: string, values: { smart_count: number }] {
  const missing = steps.filter(({ isDone, isNeeded }) => isNeeded && !isDone);
  const keeps = missing.filter(({ step }) => step !== 'mail').length;
  if (keeps > 0) return ['app.checklist.missing', { smart_count: keeps }];
  return [missing.length > 0 ? 'app.checklist.readyButMail' : 'app.checklist.ready', { smart_count: 0 }];
}
