import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isLinkAddress } from '../../contract/markup.ts';
import type { MenuItem } from '../../contract/menus.ts';
import { menuQuery } from '../menus/queries.ts';
import { MenuLink, routeOf } from './menu-link.tsx';
import classes from './navigation.module.css';

/** The ways out of the app: on a phone they stand in its header, for the thumb's edge is for what is used daily. */
const waysOut = ['/go-to-admin', '/sign-out'];
const isWayOut = (item: MenuItem) => waysOut.includes(routeOf(item) ?? '');

/** The menu: in the header of a wide screen, along the thumb's edge of a phone. */
export function Navigation() {
  const { t } = useTranslation('layout');
  return (
    <nav className={classes.navigation} aria-label={t('menu')}>
      <MenuList items={useMenu()} />
    </nav>
  );
}

/** What of the menu stands in the header of a phone. */
export function WaysOut() {
  const { t } = useTranslation('layout');
  return (
    <nav className={classes.waysOut} aria-label={t('waysOut')}>
      <MenuList items={useMenu().filter(isWayOut)} />
    </nav>
  );
}

function MenuList({ items }: { items: MenuItem[] }) {
  return (
    <ul className={classes.items}>
      {items.map((item) => (
        <li
          key={`${item.url} ${item.label}`}
          className={classes.item}
          data-way-out={isWayOut(item) || undefined}
        >
          <MenuLink item={item} />
        </li>
      ))}
    </ul>
  );
}

function useMenu(): MenuItem[] {
  const { i18n } = useTranslation();
  const { data = [] } = useQuery(menuQuery(i18n.language));
  return data.filter(({ url }) => isLinkAddress(url));
}
