import DoneIcon from '@mui/icons-material/CheckCircle';
import MissingIcon from '@mui/icons-material/ErrorOutlined';
import OpenIcon from '@mui/icons-material/RadioButtonUnchecked';
import { Alert, Box, Button, Card, CircularProgress, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Title, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import * as checklist from '../contract/managed/checklist.ts';
import { call } from './kit/call.ts';

type Step = (typeof checklist.steps)[number];

/** Where a step is done, or seen to be done, in this app. */
const places: Partial<Record<Step, string>> = {
  look: '/settings/1',
  languages: '/settings/1/languages',
  sports: '/sports',
  map: '/progress-maps',
  challenge: '/challenges',
  guestCode: '/guest-codes',
  mail: '/mails',
  services: '/couplings',
};

/** What is set up and what is missing until people can take part: the first page that an organiser sees. */
export function ChecklistPage() {
  const translate = useTranslate();
  const { data, error } = useQuery({
    queryKey: ['checklist'],
    queryFn: () => call(checklist.read, {}),
    staleTime: 0,
  });
  const missing = data?.steps.filter(({ isDone, isNeeded }) => isNeeded && !isDone) ?? [];
  const title = !data
    ? 'app.checklist.title'
    : translate(missing.length === 0 ? 'app.checklist.ready' : 'app.checklist.missing', {
        smart_count: missing.length,
      });
  return (
    <Box sx={{ maxWidth: 760, px: 1, pb: 3 }}>
      <Title title={title} />
      {error && <Alert severity="error">{translate(error.message, { _: error.message })}</Alert>}
      {!data && !error && <CircularProgress aria-label={translate('ra.page.loading')} />}
      {data && (
        <>
          <Typography color="text.secondary" sx={{ mb: 3, maxWidth: '65ch' }}>
            {translate('app.checklist.introduction')}
          </Typography>
          <Box component="ol" sx={{ listStyle: 'none', p: 0, m: 0, display: 'grid', gap: 1.5 }}>
            {data.steps.map(({ step, isDone, isNeeded }) => (
              <Card component="li" key={step} variant="outlined" sx={{ p: 2, display: 'flex', gap: 2 }}>
                <State isDone={isDone} isNeeded={isNeeded} />
                <Box sx={{ flex: 1, minWidth: 0 }}>
                  <Typography component="h2" variant="h6" sx={{ lineHeight: 1.2 }}>
                    {translate(`app.checklist.steps.${step}.title`)}
                  </Typography>
                  <Typography variant="body2" color="text.secondary">
                    {translate(`app.checklist.steps.${step}.why`)}
                  </Typography>
                  {places[step] && (
                    <Button component={Link} to={places[step]} sx={{ mt: 0.5, ml: -1 }}>
                      {translate(`app.checklist.steps.${step}.do`)}
                    </Button>
                  )}
                </Box>
              </Card>
            ))}
          </Box>
        </>
      )}
    </Box>
  );
}

function State({ isDone, isNeeded }: { isDone: boolean; isNeeded: boolean }) {
  const translate = useTranslate();
  const state = isDone ? 'done' : isNeeded ? 'needed' : 'open';
  const icons = {
    done: <DoneIcon color="success" />,
    needed: <MissingIcon color="error" />,
    open: <OpenIcon color="disabled" />,
  };
  return (
    <Box sx={{ width: { xs: 56, md: 72 }, flexShrink: 0, textAlign: 'center' }}>
      {icons[state]}
      <Typography variant="caption" component="div">
        {translate(`app.checklist.states.${state}`)}
      </Typography>
    </Box>
  );
}
