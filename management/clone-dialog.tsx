import { Dialog, DialogContent, DialogTitle } from '@mui/material';
import {
  DateInput,
  Form,
  type HttpError,
  type RaRecord,
  required,
  SaveButton,
  TextInput,
  useNotify,
  useRedirect,
  useTranslate,
} from 'react-admin';
import { clone } from '../contract/managed/challenges.ts';
import { call } from './kit/call.ts';

/** Asks what the next challenge is called in addresses and when it begins, and leads to it. */
export function CloneDialog({
  record,
  isOpen,
  onClose,
}: {
  record: RaRecord;
  isOpen: boolean;
  onClose: () => void;
}) {
  const translate = useTranslate();
  const notify = useNotify();
  const redirect = useRedirect();
  const make = async (values: Record<string, unknown>) => {
    const body = { uri: String(values.uri ?? ''), startsOn: String(values.startsOn ?? '') };
    try {
      const next = await call(clone, { params: { id: Number(record.id) }, body });
      onClose();
      notify('app.saved', { type: 'success' });
      redirect('edit', 'challenges', next.id);
      return undefined;
    } catch (error) {
      const { errors } = (error as HttpError).body ?? {};
      if (!errors) notify((error as HttpError).message, { type: 'error' });
      return errors;
    }
  };
  return (
    <Dialog open={isOpen} onClose={onClose} fullWidth maxWidth="xs">
      <DialogTitle>{translate('resources.challenges.clone')}</DialogTitle>
      <DialogContent>
        <Form resource="challenges" record={{}} onSubmit={make}>
          <TextInput
            source="uri"
            defaultValue={`${record.uri}-2`}
            validate={required()}
            helperText="resources.challenges.help.uri"
          />
          <DateInput source="startsOn" validate={required()} />
          <SaveButton label="resources.challenges.cloneNow" />
        </Form>
      </DialogContent>
    </Dialog>
  );
}
