import DoneIcon from '@mui/icons-material/CheckCircle';
import MissingIcon from '@mui/icons-material/ErrorOutlined';
import OpenIcon from '@mui/icons-material/RadioButtonUnchecked';
import { Box, Button, Card, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import type { Checklist } from './checklist.ts';

type Step = Checklist['steps'][number];

/** The page of the organisers' app where an organiser does or checks a step. */
const places: Partial<Record<Step['step'], string>> = {
  look: '/settings/1',
  languages: '/settings/1/languages',
  sports: '/sports',
  map: '/progress-maps',
  challenge: '/challenges',
  guestCode: '/guest-codes',
  mail: '/mails',
  services: '/couplings',
};

/** Shows the set-up steps, each with its purpose, its state and a link. */
export function ChecklistSteps({ steps }: { steps: Step[] }) {
  const translate = useTranslate();
  return (
    <>
      <Typography color="text.secondary" sx={{ mb: 3, maxWidth: '65ch' }}>
        {translate('app.checklist.introduction')}
      </Typography>
      <Box component="ol" sx={{ listStyle: 'none', p: 0, m: 0, display: 'grid', gap: 1.5 }}>
        {steps.map((one) => (
          <Card component="li" key={one.step} variant="outlined" sx={{ p: 2, display: 'flex', gap: 2 }}>
            <State {...one} />
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Typography component="h2" variant="h6" sx={{ lineHeight: 1.2 }}>
                {translate(`app.checklist.steps.${one.step}.title`)}
              </Typography>
              <Typography variant="body2" color="text.secondary">
                {translate(`app.checklist.steps.${one.step}.why`)}
              </Typography>
              {one.step === 'mail' && !one.isDone && (
                <Typography variant="body2" sx={{ mt: 0.5, fontWeight: 600 }}>
                  {translate('resources.mails.noServer')}
                </Typography>
              )}
              {one.missing > 0 && (
                <Typography variant="body2" sx={{ mt: 0.5, fontWeight: 600 }}>
                  {translate('app.checklist.missingTexts', { smart_count: one.missing })}
                </Typography>
              )}
              {places[one.step] && (
                <Button component={Link} to={places[one.step] ?? ''} sx={{ mt: 0.5, ml: -1 }}>
                  {translate(`app.checklist.steps.${one.step}.do`)}
                </Button>
              )}
            </Box>
          </Card>
        ))}
      </Box>
    </>
  );
}

function State({ isDone, isNeeded }: Step) {
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
