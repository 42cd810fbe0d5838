import SearchIcon from '@mui/icons-material/Search';
import { Alert } from '@mui/material';
import { DateInput, required, TextInput, useGetOne, useListContext, useTranslate } from 'react-admin';
import { lookUp } from '../../contract/managed/activities.ts';
import { ActionDialog } from '../kit/action-dialog.tsx';
import { call } from '../kit/call.ts';
import { PersonInput } from '../people/person-input.tsx';

/** Returns whether organisers must give a reason to see activities that are not waiting for a decision. */
const useIsByReason = () => useGetOne('settings', { id: 1 }).data?.activitiesByReason === true;

/** Says which activities the list contains, if organisers must give a reason to see the others. */
export function ByReasonNotice() {
  const translate = useTranslate();
  return useIsByReason() ? (
    <Alert severity="info" sx={{ mb: 2 }}>
      {translate('app.activity.byReason')}
    </Alert>
  ) : null;
}

/** Shows a button to open a person's activities of a day, with a reason that the person can read. */
export function ActivityLookUp() {
  const translate = useTranslate();
  const { setFilters } = useListContext();
  if (!useIsByReason()) return null;
  return (
    <ActionDialog
      label="app.activity.lookUp"
      text="app.activity.lookUpText"
      icon={<SearchIcon />}
      act={async ({ personId, day, reason }) => {
        await call(lookUp, { body: { personId, day, reason } });
        setFilters({ personId, from: day, to: day });
        return translate('app.activity.lookedUp');
      }}
    >
      <PersonInput source="personId" />
      <DateInput source="day" label="resources.activities.fields.performedAt" validate={required()} />
      <TextInput
        source="reason"
        label="app.reason"
        multiline
        minRows={2}
        validate={required()}
        slotProps={{ htmlInput: { maxLength: 500 } }}
      />
    </ActionDialog>
  );
}
