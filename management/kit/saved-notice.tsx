import { Alert, Button } from '@mui/material';
import {
  type RaRecord,
  useCloseNotification,
  useDataProvider,
  useNotify,
  useRefresh,
  useTranslate,
} from 'react-admin';

interface Saved {
  resource: string;
  /** The record before the change. */
  before: RaRecord;
  /** The record after the change, with the new version. */
  after: RaRecord;
  /** The message if the change does not make the server recount activities. */
  message: string;
}

/** Confirms a saved change and offers undo, until somebody changes the record again. */
export function SavedNotice({ resource, before, after, message }: Saved) {
  const translate = useTranslate();
  const notify = useNotify();
  const refresh = useRefresh();
  const close = useCloseNotification();
  const dataProvider = useDataProvider();
  const undo = async () => {
    close();
    try {
      const data = { ...before, version: after.version };
      await dataProvider.update(resource, { id: after.id, data, previousData: after });
      notify('app.undone', { type: 'info' });
    } catch (error) {
      notify((error as Error).message, { type: 'error' });
    }
    refresh();
  };
  return (
    <Alert
      severity="success"
      variant="filled"
      action={
        <Button color="inherit" size="small" onClick={undo}>
          {translate('ra.action.undo')}
        </Button>
      }
    >
      {before.activities === after.activities
        ? message
        : translate('app.savedCounting', { now: after.activities, before: before.activities })}
    </Alert>
  );
}
