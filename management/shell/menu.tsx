import InboxIcon from '@mui/icons-material/Inbox';
import SightIcon from '@mui/icons-material/VisibilityOutlined';
import { Badge, ListItemIcon, MenuItem } from '@mui/material';
import { Menu, usePermissions, useResourceDefinitions, useTranslate } from 'react-admin';
import { basePath } from '../kit/page.ts';
import { useWaitingCases } from '../overview/waiting-items.ts';

/** The menu, with the resources in the order of organisers' work. Moderators see only the resource they can use. */
export function OrganisersMenu() {
  const { permissions } = usePermissions();
  const shown = Object.values(useResourceDefinitions()).filter(({ hasList }) => hasList);
  return (
    <Menu>
      {permissions === 'organiser' && <Menu.DashboardItem primaryText="app.desk.title" />}
      {shown.map(({ name }) =>
        name === 'inbox' ? <InboxItem key={name} /> : <Menu.ResourceItem key={name} name={name} />,
      )}
      <WhoSeesWhat />
    </Menu>
  );
}

/** The link to «who sees what», a page of the participants' app that is useful for the works council. */
function WhoSeesWhat() {
  const name = useTranslate()('app.whoSeesWhat');
  return (
    <MenuItem component="a" href={`${basePath}who-sees-what`} sx={{ color: 'text.secondary' }}>
      <ListItemIcon sx={{ '&&': { minWidth: 40 } }}>
        <SightIcon />
      </ListItemIcon>
      {name}
    </MenuItem>
  );
}

function InboxItem() {
  const waiting = useWaitingCases() ?? 0;
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
