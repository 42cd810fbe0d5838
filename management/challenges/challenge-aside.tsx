import { Alert, Box, Button, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import {
  Confirm,
  type HttpError,
  Link,
  type RaRecord,
  RecordContextProvider,
  required,
  TextInput,
  useLocaleState,
  useNotify,
  useRecordContext,
  useRefresh,
  useTranslate,
} from 'react-admin';
import * as contract from '../../contract/managed/challenges.ts';
import { ActionDialog } from '../kit/action-dialog.tsx';
import { call } from '../kit/call.ts';
import { textIn } from '../kit/in-every-language.tsx';
import { MomentField } from '../kit/moment-field.tsx';
import { basePath } from '../kit/page.ts';
import { WatchedTask } from '../tasks/watched-task.tsx';
import { ChallengeState, isHidden } from './challenge-state.tsx';
import { CloneDialog } from './clone-dialog.tsx';
import { useMissingTitles } from './missing-titles.ts';

/**
 * Shows the side column of a challenge: its state, and actions to clone it, freeze or reopen its results, and archive
 * it.
 */
export function ChallengeAside() {
  const record = useRecordContext();
  if (!record) return null;
  return (
    <Box sx={{ width: { xs: '100%', lg: 340 }, flexShrink: 0, ml: { lg: 2 }, mt: { xs: 2, lg: 1 } }}>
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
  const [locale] = useLocaleState();
  return (
    <Stack spacing={1}>
      <Box>
        <ChallengeState />
      </Box>
      {record.state === 'grace' && (
        <Alert severity="warning">
          {translate('resources.challenges.provisional')} <MomentField source="closesAt" />
        </Alert>
      )}
      {record.isBeingCounted && (
        <Alert severity="info">{translate('resources.challenges.beingCounted')}</Alert>
      )}
      {isHidden(record) && <Alert severity="warning">{translate('resources.challenges.hiddenText')}</Alert>}
      {record.overlaps.length > 0 && (
        <Alert severity="info">
          {translate('resources.challenges.overlapping')}
          <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
            {(record.overlaps as contract.ManagedChallenge['overlaps']).map(({ id, name }) => (
              <li key={id}>
                <Link to={`/challenges/${id}`}>{textIn(name, locale)}</Link>
              </li>
            ))}
          </Box>
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
        {translate('resources.challenges.fields.frozenAt')} <MomentField source="frozenAt" />
      </Typography>
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        SHA-256 <code>{record.sha256}</code>
      </Typography>
      <Typography variant="body2" color="text.secondary">
        {translate('resources.challenges.hashText')}
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
  const [isArchiving, setIsArchiving] = useState(false);
  const [task, setTask] = useState<number>();
  const params = { id: Number(record.id) };
  const freeze = async () => {
    setIsFreezing(false);
    try {
      setTask((await call(contract.freeze, { params })).id);
    } catch (error) {
      notify((error as HttpError).message, { type: 'error' });
    }
  };
  const archived = record.archivedAt === null;
  const missing = useMissingTitles()(record.name);
  const archive = async () => {
    setIsArchiving(false);
    try {
      await call(contract.archive, { params, body: { archived } });
      notify(`resources.challenges.done.${archiving}`, { type: 'success' });
    } catch (error) {
      notify((error as HttpError).message, { type: 'error' });
    }
    refresh();
  };
  const isPrepared = record.state === 'coming' || isHidden(record);
  const archiving = archived ? (isPrepared ? 'hide' : 'archive') : isPrepared ? 'show' : 'restore';
  const canArchive = !archived || ['coming', 'frozen'].includes(record.state);
  const canFreeze = !record.sha256 && ['grace', 'frozen'].includes(record.state);
  return (
    <Stack spacing={1}>
      <Button variant="outlined" onClick={() => setIsCloning(true)}>
        {translate('resources.challenges.clone')}
      </Button>
      {canFreeze && (
        <Button variant="outlined" disabled={task !== undefined} onClick={() => setIsFreezing(true)}>
          {translate('resources.challenges.freeze')}
        </Button>
      )}
      {record.frozenAt && (
        <ActionDialog
          label="resources.challenges.reopen"
          text="resources.challenges.reopenText"
          act={async ({ reason }) => {
            await call(contract.reopen, { params, body: { reason } });
            return 'resources.challenges.reopened';
          }}
        >
          <TextInput
            source="reason"
            label="app.reason"
            helperText="app.reasonHelp"
            multiline
            validate={required()}
          />
        </ActionDialog>
      )}
      {task !== undefined && (
        <WatchedTask
          id={task}
          onDone={() => {
            notify('resources.challenges.done.freeze', { type: 'success' });
            setTask(undefined);
            refresh();
          }}
        />
      )}
      {canArchive && (
        <Button variant="outlined" onClick={() => setIsArchiving(true)}>
          {translate(`resources.challenges.${archiving}`)}
        </Button>
      )}
      <CloneDialog record={record} isOpen={isCloning} onClose={() => setIsCloning(false)} />
      <Confirm
        isOpen={isFreezing}
        title="resources.challenges.freeze"
        content="resources.challenges.freezeText"
        onClose={() => setIsFreezing(false)}
        onConfirm={freeze}
      />
      <Confirm
        isOpen={isArchiving}
        title={`resources.challenges.${archiving}`}
        content={
          <>
            <p>{translate(`resources.challenges.${archiving}Text`)}</p>
            {!archived && missing && <Alert severity="warning">{missing}</Alert>}
          </>
        }
        confirm={`resources.challenges.${archiving}`}
        onClose={() => setIsArchiving(false)}
        onConfirm={archive}
      />
    </Stack>
  );
}
