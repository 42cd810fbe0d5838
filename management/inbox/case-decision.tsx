import { Box, Button, TextField } from '@mui/material';
import { useState } from 'react';
import { type HttpError, useNotify, useRefresh, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { type Choice, decide, type InboxItem } from '../../contract/managed/inbox.ts';
import { choicesOf, stateBefore } from '../../contract/managed/inbox-choices.ts';
import { useActivityFormat } from '../kit/activity-format.ts';
import { call } from '../kit/call.ts';
import { NoMailNotice } from '../outbox/no-mail-notice.tsx';

/** Shows buttons for the possible decisions on a case, and then a field for the reason, which the person receives. */
export function InboxDecision({ item }: { item: InboxItem }) {
  const translate = useTranslate();
  const notify = useNotify();
  const refresh = useRefresh();
  const [chosen, setChosen] = useState<Choice>();
  const [reason, setReason] = useState('');
  const [isUnderWay, setUnderWay] = useState(false);
  const { id, version, activity } = item;
  const choices = choicesOf(item);
  const label = useChoiceLabels(item);
  const send = async (decision: Choice) => {
    setUnderWay(true);
    try {
      await call(decide, { params: { id }, body: { decision, reason, version } });
      notify('app.inbox.decided', { type: 'success' });
      refresh();
    } catch (error) {
      notify((error as Error).message, { type: 'error' });
      // The case has changed in the meantime, for example because another moderator has decided, so this shows its
      // current state.
      if ((error as HttpError).status === 409) refresh();
      setUnderWay(false);
    }
  };
  if (!chosen)
    return (
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {choices.map((choice) => (
          <Button key={choice} variant="outlined" onClick={() => setChosen(choice)}>
            {label(choice)}
          </Button>
        ))}
        {activity && (
          <Button component={Link} to={`/activities/${activity.id}`} variant="outlined">
            {translate(choices.includes('uphold') ? 'app.inbox.do.correctAgain' : 'app.inbox.do.correct')}
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
      <NoMailNotice />
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
          {label(chosen)}
        </Button>
        <Button color="inherit" onClick={() => setChosen(undefined)}>
          {translate('ra.action.cancel')}
        </Button>
      </Box>
    </Box>
  );
}

/**
 * Returns labels that say what each choice does. Once the person has answered, a moderator can confirm or reverse the
 * decision.
 */
function useChoiceLabels(item: InboxItem) {
  const translate = useTranslate();
  const format = useActivityFormat();
  const last = item.decisions.at(-1);
  const results = { uphold: last?.after, reinstate: stateBefore(item) };
  return (choice: Choice) =>
    choice === 'uphold' || choice === 'reinstate'
      ? translate(`app.inbox.do.${choice}.${last?.decision}`, { state: format.result(results[choice]) })
      : translate(`app.inbox.do.${choice}`);
}
