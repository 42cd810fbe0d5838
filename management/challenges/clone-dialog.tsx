import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import {
  BooleanInput,
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
import type { CallInput } from '../../contract/kit/operation.ts';
import { clone } from '../../contract/managed/challenges.ts';
import { call } from '../kit/call.ts';
import { InEveryLanguage, inOneLanguage } from '../kit/in-every-language.tsx';
import { useNamedNotice } from '../kit/named-notice.ts';

type Texts = CallInput<typeof clone>['body']['name'];

/** Shows the dialog to clone a challenge: asks for the name and start of the copy, creates the copy and opens it. */
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
  const named = useNamedNotice();
  const make = async (values: Record<string, unknown>) => {
    const body = {
      name: values.name as Texts,
      startsOn: String(values.startsOn ?? ''),
      hidden: Boolean(values.hidden),
    };
    try {
      const next = await call(clone, { params: { id: Number(record.id) }, body });
      onClose();
      notify(named('added', next), { type: 'success' });
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
      <Form resource="challenges" record={{ name: record.name, hidden: true }} onSubmit={make}>
        <DialogTitle>{translate('resources.challenges.clone')}</DialogTitle>
        <DialogContent>
          <Typography sx={{ mb: 2 }}>{translate('resources.challenges.cloneText')}</Typography>
          <InEveryLanguage>
            <TextInput source="name" validate={inOneLanguage('name')} />
          </InEveryLanguage>
          <DateInput source="startsOn" validate={required()} />
          <BooleanInput source="hidden" helperText="resources.challenges.help.hidden" />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
          <SaveButton label="resources.challenges.cloneNow" alwaysEnable />
        </DialogActions>
      </Form>
    </Dialog>
  );
}
