import { Menu, usePermissions, useResourceDefinitions } from 'react-admin';

/** The menu: what may be looked after, in the order of the work; moderators have theirs only. */
export function OrganisersMenu() {
  const { permissions } = usePermissions();
  const resources = useResourceDefinitions<{ isForModerators?: boolean }>();
  const shown = Object.values(resources).filter(
    ({ hasList, options }) => hasList && (permissions === 'organiser' || options?.isForModerators),
  );
  return (
    <Menu>
      {permissions === 'organiser' && <Menu.DashboardItem primaryText="app.checklist.title" />}
      {shown.map(({ name }) => (
        <Menu.ResourceItem key={name} name={name} />
      ))}
    </Menu>
  );
}
