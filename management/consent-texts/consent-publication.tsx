import { Alert, Box, Button, Paper, Stack, Tab, Tabs, Typography } from '@mui/material';
import { useState } from 'react';
import {
  Confirm,
  type HttpError,
  type RaRecord,
  useLocaleState,
  useNotify,
  useRecordContext,
  useRedirect,
  useTranslate,
} from 'react-admin';
import * as contract from '../../contract/managed/consent-texts.ts';
import { call } from '../kit/call.ts';
import { useOfferedLanguages } from '../kit/offered-languages.ts';

/** Shows the preview of a draft as people will see it, with a button to publish the draft. */
export function ConsentPublication() {
  const record = useRecordContext();
  if (!record) return null;
  return (
    <Stack
      spacing={2}
      sx={{ width: { xs: '100%', lg: 400 }, flexShrink: 0, ml: { lg: 2 }, mt: { xs: 2, lg: 1 } }}
    >
      <Preview record={record} />
      <Publish record={record} />
    </Stack>
  );
}

function Preview({ record }: { record: RaRecord }) {
  const translate = useTranslate();
  const [locale] = useLocaleState();
  const offered = useOfferedLanguages();
  const [chosen, setChosen] = useState<string>();
  const language = offered.find((one) => one === (chosen ?? locale)) ?? offered[0] ?? 'en';
  return (
    <Box>
      <Typography variant="h6" component="h2">
        {translate('resources.consent-texts.preview')}
      </Typography>
      <Typography variant="body2" color="text.secondary">
        {translate('resources.consent-texts.previewText')}
      </Typography>
      <Tabs value={language} onChange={(_, next) => setChosen(next)} sx={{ mt: 1 }}>
        {offered.map((one) => (
          <Tab key={one} value={one} label={translate(`ra.locales.${one}`)} />
        ))}
      </Tabs>
      <Paper
        variant="outlined"
        lang={language}
        sx={{ p: 2, maxHeight: 480, overflowY: 'auto', overflowWrap: 'anywhere' }}
      >
        <Typography variant="subtitle1" component="h3">
          {record.title[language] || '–'}
        </Typography>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server when it was saved */}
        <div dangerouslySetInnerHTML={{ __html: record.content[language] }} />
      </Paper>
    </Box>
  );
}

function Publish({ record }: { record: RaRecord }) {
  const translate = useTranslate();
  const notify = useNotify();
  const redirect = useRedirect();
  const offered = useOfferedLanguages();
  const [isAsking, setIsAsking] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const missing = offered.filter((language) => !record.title[language] || !record.content[language]);
  const publish = async () => {
    setIsSending(true);
    try {
      const params = { id: Number(record.id) };
      await call(contract.publish, { params, body: { version: record.version } });
      notify('resources.consent-texts.published', { type: 'success' });
      redirect('show', 'consent-texts', record.id);
    } catch (error) {
      notify((error as HttpError).message, { type: 'error' });
    }
    setIsSending(false);
    setIsAsking(false);
  };
  return (
    <Stack spacing={1}>
      {missing.length > 0 && (
        <Alert severity="warning">
          {translate('resources.consent-texts.missing', {
            languages: missing.map((language) => translate(`ra.locales.${language}`)).join(', '),
          })}
        </Alert>
      )}
      <Button variant="contained" disabled={missing.length > 0} onClick={() => setIsAsking(true)}>
        {translate('resources.consent-texts.publish')}
      </Button>
      <Confirm
        isOpen={isAsking}
        loading={isSending}
        title="resources.consent-texts.publish"
        content="resources.consent-texts.publishText"
        confirm="resources.consent-texts.publish"
        onClose={() => setIsAsking(false)}
        onConfirm={publish}
      />
    </Stack>
  );
}
