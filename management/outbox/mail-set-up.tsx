import { Alert, AlertTitle, Button, Skeleton } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify, useRefresh, useTranslate } from 'react-admin';
import { sendTest, setUp } from '../../contract/managed/mails.ts';
import { call } from '../kit/call.ts';

/** Shows how the platform sends emails, with a button to send a test email. */
export function MailSetUp() {
  const translate = useTranslate();
  const { data, error } = useQuery({ queryKey: ['mail-set-up'], queryFn: () => call(setUp, {}) });
  const t = (key: string, values?: object) => translate(`resources.mails.${key}`, values);
  if (error) return <Alert severity="error">{translate(error.message, { _: error.message })}</Alert>;
  if (!data) return <Skeleton variant="rounded" height={120} />;
  const { server, sender, daysKept } = data;
  return (
    <Alert
      variant="outlined"
      severity={server ? 'success' : 'warning'}
      sx={{ mb: 2, maxWidth: 900, '& .MuiAlert-message': { minWidth: 0, overflowWrap: 'anywhere' } }}
    >
      <AlertTitle sx={{ fontSize: 16, lineHeight: 1.4 }}>
        {server ? t('server', { server, sender }) : t('noServer')}
      </AlertTitle>
      {t('kept', { count: daysKept })}
      <br />
      <TestButton />
    </Alert>
  );
}

function TestButton() {
  const translate = useTranslate();
  const notify = useNotify();
  const refresh = useRefresh();
  const [isAsking, setAsking] = useState(false);
  const ask = async () => {
    setAsking(true);
    try {
      await call(sendTest, {});
      notify('resources.mails.tested', { type: 'success' });
      refresh();
    } catch (error) {
      notify((error as Error).message, { type: 'error' });
    }
    setAsking(false);
  };
  return (
    <Button variant="outlined" sx={{ mt: 1.5 }} disabled={isAsking} onClick={ask}>
      {translate('resources.mails.test')}
    </Button>
  );
}
