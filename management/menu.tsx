import { Menu, usePermissions, useResourceDefinitions } from 'react-admin';

/** The menu: what may be looked after, in the order of the work; moderators have theirs only. */
export function OrganisersMenu() {
  const { permissions } = usePermissions();
  const shown = Object.values(useResourceDefinitions()).filter(({ hasList }) => hasList);
  return (
    <Menu>
      {permissions === 'organiser' && <Menu.DashboardItem primaryText="app.checklist.title" />}
      {shown.map(({ name }) => (
        <Menu.ResourceItem key={name} name={name} />
      ))}
    </Menu>
  );
}
