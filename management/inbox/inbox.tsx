import InboxIcon from '@mui/icons-material/Inbox';
import { Box, Typography } from '@mui/material';
import {
  List,
  Pagination,
  type ResourceProps,
  SelectInput,
  useListContext,
  usePermissions,
  useTranslate,
} from 'react-admin';
import { type InboxItem, itemKinds } from '../../contract/managed/inbox.ts';
import { WaitingSportTypes } from '../sports/waiting-sport-types.tsx';
import { InboxCard } from './inbox-card.tsx';

const isOpen = (
  <SelectInput
    key="isOpen"
    source="isOpen"
    alwaysOn
    choices={['true', 'false'].map((id) => ({ id, name: `app.inbox.open.${id}` }))}
  />
);
const kind = (
  <SelectInput
    key="kind"
    source="kind"
    alwaysOn
    choices={itemKinds.map((id) => ({ id, name: `app.inbox.kinds.${id}` }))}
  />
);

function Cards() {
  const { data, isPending } = useListContext();
  const translate = useTranslate();
  if (isPending) return null;
  const items = (data ?? []) as unknown as InboxItem[];
  if (items.length === 0) return <Typography sx={{ p: 3 }}>{translate('app.inbox.empty')}</Typography>;
  return (
    <Box
      component="ul"
      sx={{ listStyle: 'none', m: 0, p: { xs: 1, md: 2 }, display: 'grid', gap: 2, maxWidth: 840 }}
    >
      {items.map((item) => (
        // The key changes after each decision, so that a new card does not keep typed text.
        <InboxCard key={`${item.id} ${item.version}`} item={item} />
      ))}
    </Box>
  );
}

function InboxList() {
  const { permissions } = usePermissions();
  return (
    <>
      {permissions === 'organiser' && <WaitingSportTypes />}
      <List
        filters={permissions === 'organiser' ? [isOpen, kind] : [isOpen]}
        filterDefaultValues={{ isOpen: 'true' }}
        sort={{ field: 'openedAt', order: 'ASC' }}
        empty={false}
        exporter={false}
        actions={false}
        perPage={25}
        pagination={<Pagination rowsPerPageOptions={[25, 50]} />}
        title="app.inbox.title"
      >
        <Cards />
      </List>
    </>
  );
}

/** The open cases: flagged comments, implausible activities, and people's answers to decisions. */
export const inbox: ResourceProps = {
  name: 'inbox',
  icon: InboxIcon,
  list: InboxList,
};
