import { Box, Chip, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { Mail, mailStates } from '../../contract/managed/mails.ts';
import { useActivityFormat } from '../kit/activity-format.ts';

const colours: Record<(typeof mailStates)[number], 'default' | 'success' | 'warning' | 'error'> = {
  waiting: 'default',
  retrying: 'warning',
  sent: 'success',
  filed: 'warning',
  failed: 'error',
  needless: 'default',
};

/**
 * Shows the state of an email and, after failures, the number of attempts, the reason and the time of the next attempt.
 */
export function MailState({ mail }: { mail: Mail }) {
  const translate = useTranslate();
  const format = useActivityFormat();
  const { state, failedTries, nextTryAt, problem } = mail;
  const t = (key: string, values?: object) => translate(`resources.mails.${key}`, values);
  const isTroubled = state === 'retrying' || state === 'failed';
  return (
    <Box component="span" sx={{ display: 'block', minWidth: 140, maxWidth: 380 }}>
      <Chip
        component="span"
        size="small"
        variant="outlined"
        color={colours[state]}
        label={t(`states.${state}`)}
      />
      {isTroubled && (
        <Typography
          component="span"
          variant="body2"
          sx={{ display: 'block', mt: 0.5, overflowWrap: 'anywhere' }}
        >
          {[
            failedTries > 0 ? t('tries', { smart_count: failedTries }) : '',
            nextTryAt ? t('next', { moment: format.moment(nextTryAt) }) : '',
          ]
            .filter(Boolean)
            .join(', ')}
          <Box component="span" sx={{ display: 'block', color: 'text.secondary' }}>
            {problem ?? t('unforeseen')}
          </Box>
        </Typography>
      )}
    </Box>
  );
}
