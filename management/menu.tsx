import InboxIcon from '@mui/icons-material/Inbox';
import { Badge } from '@mui/material';
import { Menu, usePermissions, useResourceDefinitions, useTranslate } from 'react-admin';
import { useWaitingMatters } from './waiting-matters.ts';

/** The menu: what may be looked after, in the order of the work; moderators have theirs only. */
export function OrganisersMenu() {
  const { permissions } = usePermissions();
  const shown = Object.values(useResourceDefinitions()).filter(({ hasList }) => hasList);
  return (
    <Menu>
      {permissions === 'organiser' && <Menu.DashboardItem primaryText="app.desk.title" />}
      {shown.map(({ name }) =>
        name === 'inbox' ? <InboxItem key={name} /> : <Menu.ResourceItem key={name} name={name} />,
      )}
    </Menu>
  );
}

function InboxItem() {
  const waiting = useWaitingMatters() ?? 0;
  const name = useTranslate()('app.inbox.title');
  return (
    <Menu.Item
      to="/inbox"
      primaryText={name}
      leftIcon={
        <Badge badgeContent={waiting} color="primary" max={99}>
          <InboxIcon />
        </Badge>
      }
    />
  );
}
