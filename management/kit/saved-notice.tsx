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
  /** As it was before. */
  before: RaRecord;
  /** As it is now, with the version to change it from. */
  after: RaRecord;
  /** What is said, where no activities count otherwise. */
  message: string;
}

/** Says that a change is saved, and offers to take it back as long as nobody has changed it since. */
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
