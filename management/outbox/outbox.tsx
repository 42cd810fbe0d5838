import MailIcon from '@mui/icons-material/MailOutlined';
import { Button } from '@mui/material';
import type { MouseEvent } from 'react';
import {
  DataTable,
  FunctionField,
  type RaRecord,
  ReferenceField,
  type ResourceProps,
  SearchInput,
  SelectField,
  SelectInput,
  Show,
  SimpleShowLayout,
  TextField,
  useNotify,
  useRecordContext,
  useRedirect,
  useRefresh,
  useTranslate,
} from 'react-admin';
import { again, type Mail, mailKinds, mailStates } from '../../contract/managed/mails.ts';
import { call } from '../kit/call.ts';
import { MomentField } from '../kit/moment-field.tsx';
import { ListPage } from '../kit/pages.tsx';
import { PollWhileBusy } from '../kit/poll-list.tsx';
import { i18nProvider } from '../kit/texts.ts';
import { MailSetUp } from './mail-set-up.tsx';
import { MailState } from './mail-state.tsx';

const kindChoices = mailKinds.map((id) => ({ id, name: `resources.mails.kinds.${id}` }));
const stateChoices = mailStates.map((id) => ({ id, name: `resources.mails.states.${id}` }));

const filters = [
  <SearchInput key="q" source="q" alwaysOn />,
  <SelectInput key="state" source="state" choices={stateChoices} alwaysOn />,
  <SelectInput key="kind" source="kind" choices={kindChoices} />,
];

const mailOf = (record: RaRecord) => record as unknown as Mail;

/**
 * Returns whether to poll for changes: yes while an email waits for its first attempt or a test email is retried, but
 * not during other retries, which may take hours.
 */
const isUnderWay = ({ state, kind }: Mail) =>
  state === 'waiting' || (state === 'retrying' && kind === 'test');

function Kind({ kind }: Pick<Mail, 'kind'>) {
  return <>{useTranslate()(`resources.mails.kinds.${kind}`)}</>;
}

/** Shows the button to send a failed email again. */
function SendAgain() {
  const mail = useRecordContext();
  const translate = useTranslate();
  const notify = useNotify();
  const refresh = useRefresh();
  const redirect = useRedirect();
  if (mail?.state !== 'failed') return null;
  const ask = async (event: MouseEvent) => {
    event.stopPropagation();
    try {
      await call(again, { params: { id: Number(mail.id) } });
      notify('resources.mails.againAsked', { type: 'success' });
      redirect('list', 'mails');
      refresh();
    } catch (error) {
      notify((error as Error).message, { type: 'error' });
    }
  };
  return (
    <Button variant="outlined" onClick={ask} sx={{ whiteSpace: 'nowrap' }}>
      {translate('resources.mails.again')}
    </Button>
  );
}

function MailList() {
  return (
    <>
      <MailSetUp />
      <ListPage
        filters={filters}
        actions={<PollWhileBusy isUnderWay={isUnderWay} />}
        sort={{ field: 'askedAt', order: 'DESC' }}
        canCreate={false}
        rowClick="show"
        empty={false}
        primary={(mail) => <Kind kind={mailOf(mail).kind} />}
        secondary={(mail) => (
          <>
            {mail.person} · <MomentField source="askedAt" component="span" />
            <MailState mail={mailOf(mail)} />
          </>
        )}
      >
        <DataTable.Col source="askedAt">
          <MomentField source="askedAt" />
        </DataTable.Col>
        <DataTable.Col source="person" />
        <DataTable.Col source="address" />
        <DataTable.Col source="kind">
          <SelectField source="kind" choices={kindChoices} />
        </DataTable.Col>
        <DataTable.Col source="state">
          <FunctionField render={(mail: RaRecord) => <MailState mail={mailOf(mail)} />} />
        </DataTable.Col>
        <DataTable.Col label={false}>
          <SendAgain />
        </DataTable.Col>
      </ListPage>
    </>
  );
}

function MailShow() {
  return (
    <Show actions={false}>
      <SimpleShowLayout sx={{ overflowWrap: 'anywhere' }}>
        <SelectField source="kind" choices={kindChoices} />
        <TextField source="subject" emptyText="—" />
        <ReferenceField source="personId" reference="people" label="resources.mails.fields.person" />
        <TextField source="address" />
        <FunctionField source="state" render={(mail: RaRecord) => <MailState mail={mailOf(mail)} />} />
        <MomentField source="askedAt" />
        <MomentField source="settledAt" emptyText="—" />
        <SendAgain />
      </SimpleShowLayout>
    </Show>
  );
}

/** The emails of the last few days and their states, without their texts and links. */
export const mails: ResourceProps = {
  name: 'mails',
  icon: MailIcon,
  list: MailList,
  show: MailShow,
  recordRepresentation: ({ kind }) => i18nProvider.translate(`resources.mails.kinds.${kind}`),
};
