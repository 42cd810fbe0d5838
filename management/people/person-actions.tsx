import DownloadIcon from '@mui/icons-material/GetApp';
import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import { Box, Button, Stack, Typography } from '@mui/material';
import {
  AutocompleteInput,
  DateInput,
  Link,
  ReferenceInput,
  required,
  TextInput,
  Button as ToolbarButton,
  useGetIdentity,
  useLocaleState,
  useRecordContext,
  useTranslate,
} from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import * as managed from '../../contract/managed/people.ts';
import { move } from '../../contract/managed/teams.ts';
import { ActionDialog } from '../kit/action-dialog.tsx';
import { call } from '../kit/call.ts';
import { isMailSent } from '../kit/mail-is-sent.ts';
import { basePath } from '../kit/page.ts';
import { NoMailNotice } from '../outbox/no-mail-notice.tsx';
import { ErasePerson } from './person-erasure.tsx';

/** Links to the import of people from a table. */
export function ImportLink() {
  const translate = useTranslate();
  return (
    <Button component={Link} to="/people-import" size="small" startIcon={<UploadIcon />}>
      {translate('resources.people.import.title')}
    </Button>
  );
}

/** Exports all people as a spreadsheet, which the server writes so that no text runs as a formula. */
export function ExportPeople() {
  const [locale] = useLocaleState();
  const href = `${basePath.slice(0, -1)}${managed.exported.path}?locale=${locale}`;
  return (
    <ToolbarButton label="ra.action.export" component="a" href={href} download>
      <DownloadIcon />
    </ToolbarButton>
  );
}

/** Shows the actions on a person other than editing; each action asks for confirmation. */
export function PersonActions() {
  const person = useRecordContext();
  const translate = useTranslate();
  const { identity } = useGetIdentity();
  if (!person) return null;
  const params = { id: Number(person.id) };
  const isSelf = person.id === identity?.id;
  return (
    <Box sx={{ my: 2, width: '100%' }}>
      {person.state === 'waiting' && <NoMailNotice />}
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
        {person.state === 'deactivated' ? <Reactivate params={params} /> : <Deactivate params={params} />}
        {person.state !== 'deactivated' && <ResendMail params={params} />}
        <MoveToTeam params={params} />
        {identity && !isSelf && <ErasePerson />}
      </Stack>
      {isSelf && (
        <Typography variant="body2" color="text.secondary" sx={{ mt: 1.5 }}>
          {translate('resources.people.erasure.ownAccount')}
        </Typography>
      )}
    </Box>
  );
}

interface One {
  params: { id: number };
}

const reason = <TextInput source="reason" label="app.reason" helperText="app.reasonHelp" multiline />;

function Deactivate({ params }: One) {
  const translate = useTranslate();
  const act = async ({ reason: why }: FieldValues) => {
    await call(managed.deactivate, { params, body: { reason: why } });
    return translate('resources.people.deactivated');
  };
  return (
    <ActionDialog
      label="resources.people.deactivate"
      text="resources.people.deactivateHint"
      color="error"
      act={act}
    >
      {reason}
    </ActionDialog>
  );
}

function Reactivate({ params }: One) {
  const translate = useTranslate();
  const act = async ({ reason: why }: FieldValues) => {
    await call(managed.reactivate, { params, body: { reason: why } });
    return translate('resources.people.reactivated');
  };
  return (
    <ActionDialog label="resources.people.reactivate" act={act}>
      {reason}
    </ActionDialog>
  );
}

function ResendMail({ params }: One) {
  const translate = useTranslate();
  const act = async () => {
    const { mail } = await call(managed.resendMail, { params });
    return translate(`resources.people.mails.${(await isMailSent()) ? mail : 'unsent'}`);
  };
  return (
    <ActionDialog label="resources.people.mail" text="resources.people.mailHint" act={act}>
      <NoMailNotice />
    </ActionDialog>
  );
}

function MoveToTeam({ params }: One) {
  const translate = useTranslate();
  const act = async ({ teamId, from, reason: why }: FieldValues) => {
    await call(move, { params, body: { teamId: teamId || null, from, reason: why } });
    return translate('resources.people.moved');
  };
  const today = new Date().toLocaleDateString('sv-SE');
  return (
    <ActionDialog
      label="resources.people.move"
      text="resources.people.moveHint"
      defaultValues={{ from: today }}
      act={act}
    >
      <ReferenceInput source="teamId" reference="teams">
        <AutocompleteInput label="resources.people.fields.team" />
      </ReferenceInput>
      <DateInput source="from" label="resources.people.moveFrom" validate={required()} />
      {reason}
    </ActionDialog>
  );
}
