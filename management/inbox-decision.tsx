import { Box, Button, TextField } from '@mui/material';
import { useState } from 'react';
import { type HttpError, useNotify, useRefresh, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { decide, type InboxItem } from '../contract/managed/inbox.ts';
import { call } from './kit/call.ts';

type Choice = 'keep' | 'hide' | 'accept' | 'discount';

/** What can be decided about a matter: a button each, then why, which its person is told. */
export function InboxDecision({ item }: { item: InboxItem }) {
  const translate = useTranslate();
  const notify = useNotify();
  const refresh = useRefresh();
  const [chosen, setChosen] = useState<Choice>();
  const [reason, setReason] = useState('');
  const [isUnderWay, setUnderWay] = useState(false);
  const { id, version, activity } = item;
  const choices: Choice[] =
    item.kind === 'comment' ? ['keep', 'hide'] : activity ? ['accept', 'discount'] : ['discount'];
  const send = async (decision: Choice) => {
    setUnderWay(true);
    try {
      await call(decide, { params: { id }, body: { decision, reason, version } });
      notify('app.inbox.decided', { type: 'success' });
      refresh();
    } catch (error) {
      notify((error as Error).message, { type: 'error' });
      // Somebody else was first: show what it is now.
      if ((error as HttpError).status === 409) refresh();
      setUnderWay(false);
    }
  };
  if (!chosen)
    return (
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {choices.map((choice) => (
          <Button key={choice} variant="outlined" onClick={() => setChosen(choice)}>
            {translate(activity || item.kind === 'comment' ? `app.inbox.do.${choice}` : 'app.inbox.do.stay')}
          </Button>
        ))}
        {activity && (
          <Button component={Link} to={`/activities/${activity.id}`} variant="outlined">
            {translate('app.inbox.do.correct')}
          </Button>
        )}
      </Box>
    );
  return (
    <Box
      component="form"
      sx={{ display: 'grid', gap: 1 }}
      onSubmit={(event) => {
        event.preventDefault();
        send(chosen);
      }}
    >
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
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button type="submit" variant="contained" disabled={isUnderWay || !reason.trim()}>
          {translate(activity || item.kind === 'comment' ? `app.inbox.do.${chosen}` : 'app.inbox.do.stay')}
        </Button>
        <Button color="inherit" onClick={() => setChosen(undefined)}>
          {translate('ra.action.cancel')}
        </Button>
      </Box>
    </Box>
  );
}
