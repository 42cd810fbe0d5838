import { Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField } from '@mui/material';
import { useState } from 'react';
import { type RaRecord, useNotify, useRecordContext, useRedirect, useTranslate } from 'react-admin';
import { type ManagedActivity, remove } from '../../contract/managed/activities.ts';
import { call } from '../kit/call.ts';

/** Deletes an activity after asking for a reason. Hidden for received activities, as their source would resend them. */
export function ActivityRemoval() {
  const record = useRecordContext<ManagedActivity & RaRecord>();
  const translate = useTranslate();
  const notify = useNotify();
  const redirect = useRedirect();
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [isUnderWay, setUnderWay] = useState(false);
  if (record?.source !== 'manual') return null;
  const { id, version } = record;
  const send = async () => {
    setUnderWay(true);
    try {
      await call(remove, { params: { id }, body: { reason, version } });
      notify('app.activity.removed', { type: 'success' });
      redirect('list', 'activities');
    } catch (error) {
      notify((error as Error).message, { type: 'error' });
      setUnderWay(false);
    }
  };
  return (
    <>
      <Button color="error" onClick={() => setOpen(true)}>
        {translate('ra.action.remove')}
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} fullWidth maxWidth="sm">
        <DialogTitle>{translate('app.activity.remove')}</DialogTitle>
        <DialogContent>
          <TextField
            label={translate('app.reason')}
            helperText={translate('app.activity.reasonHelp')}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
            slotProps={{ htmlInput: { maxLength: 500 } }}
            multiline
            minRows={2}
            required
            autoFocus
            sx={{ mt: 1 }}
          />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={() => setOpen(false)}>
            {translate('ra.action.cancel')}
          </Button>
          <Button color="error" variant="contained" disabled={isUnderWay || !reason.trim()} onClick={send}>
            {translate('ra.action.remove')}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
