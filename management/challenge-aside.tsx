import { Alert, Box, Button, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import {
  Confirm,
  DateField,
  type HttpError,
  type RaRecord,
  RecordContextProvider,
  useNotify,
  useRecordContext,
  useRefresh,
  useTranslate,
} from 'react-admin';
import * as contract from '../contract/managed/challenges.ts';
import { ChallengeState } from './challenge-state.tsx';
import { CloneDialog } from './clone-dialog.tsx';
import { call } from './kit/call.ts';
import { basePath } from './kit/page.ts';

/** What can be done with a challenge beside changing it: what it is now, the next one, its results, the archive. */
export function ChallengeAside() {
  const record = useRecordContext();
  if (!record) return null;
  return (
    <Box sx={{ width: { xs: '100%', md: 340 }, flexShrink: 0, ml: { md: 2 }, mt: { xs: 2, md: 1 } }}>
      <RecordContextProvider value={record}>
        <Stack spacing={2}>
          <Now record={record} />
          <Results record={record} />
          <Actions record={record} />
        </Stack>
      </RecordContextProvider>
    </Box>
  );
}

type Of = { record: RaRecord };

function Now({ record }: Of) {
  const translate = useTranslate();
  return (
    <Stack spacing={1}>
      <Box>
        <ChallengeState />
      </Box>
      {record.state === 'grace' && (
        <Alert severity="warning">
          {translate('resources.challenges.provisional')} <DateField source="closesAt" showTime />
        </Alert>
      )}
      {record.overlaps.length > 0 && (
        <Alert severity="info">
          {translate('resources.challenges.overlapping')} {record.overlaps.join(', ')}
        </Alert>
      )}
    </Stack>
  );
}

function Results({ record }: Of) {
  const translate = useTranslate();
  const address = `${basePath}platform/api/management/challenges/${record.id}/results`;
  if (!record.sha256) return null;
  return (
    <Stack spacing={1}>
      <Typography variant="h6">{translate('resources.challenges.results')}</Typography>
      <Typography variant="body2">
        {translate('resources.challenges.fields.frozenAt')} <DateField source="frozenAt" showTime />
      </Typography>
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        SHA-256 <code>{record.sha256}</code>
      </Typography>
      <Button variant="contained" href={`${address}.zip`} download>
        {translate('resources.challenges.downloadZip')}
      </Button>
      <Button variant="outlined" href={`${address}.json`} download>
        {translate('resources.challenges.downloadFile')}
      </Button>
    </Stack>
  );
}

function Actions({ record }: Of) {
  const translate = useTranslate();
  const notify = useNotify();
  const refresh = useRefresh();
  const [isCloning, setIsCloning] = useState(false);
  const [isFreezing, setIsFreezing] = useState(false);
  const params = { id: Number(record.id) };
  const run = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work();
      notify(done, { type: 'success' });
    } catch (error) {
      notify((error as HttpError).message, { type: 'error' });
    }
    refresh();
  };
  const archived = record.archivedAt === null;
  const canArchive = !archived || ['coming', 'frozen'].includes(record.state);
  const canFreeze = !record.sha256 && ['grace', 'frozen'].includes(record.state);
  return (
    <Stack spacing={1}>
      <Button variant="outlined" onClick={() => setIsCloning(true)}>
        {translate('resources.challenges.clone')}
      </Button>
      {canFreeze && (
        <Button variant="outlined" onClick={() => setIsFreezing(true)}>
          {translate('resources.challenges.freeze')}
        </Button>
      )}
      {canArchive && (
        <Button
          variant="outlined"
          onClick={() => run(() => call(contract.archive, { params, body: { archived } }), 'app.saved')}
        >
          {translate(`resources.challenges.${archived ? 'archive' : 'restore'}`)}
        </Button>
      )}
      <CloneDialog record={record} isOpen={isCloning} onClose={() => setIsCloning(false)} />
      <Confirm
        isOpen={isFreezing}
        title="resources.challenges.freeze"
        content="resources.challenges.freezeText"
        onClose={() => setIsFreezing(false)}
        onConfirm={() => {
          setIsFreezing(false);
          return run(() => call(contract.freeze, { params }), 'resources.tasks.started');
        }}
      />
    </Stack>
  );
}
