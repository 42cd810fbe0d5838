import InboxIcon from '@mui/icons-material/Inbox';
import GuideIcon from '@mui/icons-material/MenuBookOutlined';
import SightIcon from '@mui/icons-material/VisibilityOutlined';
import { Badge, ListItemIcon, MenuItem } from '@mui/material';
import type { ReactNode } from 'react';
import { Menu, useLocaleState, usePermissions, useResourceDefinitions, useTranslate } from 'react-admin';
import { basePath } from '../kit/page.ts';
import { useWaitingCases } from '../overview/waiting-items.ts';

/**
 * Shows the menu, with the resources in the order of organisers' work. Others see only the resource that they can use.
 */
export function OrganisersMenu() {
  const { permissions } = usePermissions();
  const [locale] = useLocaleState();
  // The guides are a separate site, with the English version at its root.
  const guide = `docs/${locale === 'en' ? '' : `${locale}/`}organisers/`;
  const shown = Object.values(useResourceDefinitions()).filter(({ hasList }) => hasList);
  return (
    <Menu>
      {permissions === 'organiser' && <Menu.DashboardItem primaryText="app.desk.title" />}
      {shown.map(({ name }) =>
        name === 'inbox' ? (
          permissions !== 'analyst' && <InboxItem key={name} />
        ) : (
          <Menu.ResourceItem key={name} name={name} />
        ),
      )}
      <OtherPage name="app.whoSeesWhat" path="who-sees-what" icon={<SightIcon />} />
      <OtherPage name="app.guide" path={guide} icon={<GuideIcon />} />
    </Menu>
  );
}

/**
 * Links to a page outside this app: the organisers' guide, or the participants' page «who sees what», which is useful
 * for the works council.
 */
function OtherPage({ name, path, icon }: { name: string; path: string; icon: ReactNode }) {
  const translate = useTranslate();
  return (
    <MenuItem component="a" href={`${basePath}${path}`} sx={{ color: 'text.secondary' }}>
      <ListItemIcon sx={{ '&&': { minWidth: 40 } }}>{icon}</ListItemIcon>
      {translate(name)}
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
