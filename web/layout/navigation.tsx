import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { isLinkAddress } from '../../contract/markup.ts';
import type { MenuItem } from '../../contract/menus.ts';
import { menuQuery } from '../menus/queries.ts';
import { AddLink } from './add-link.tsx';
import { MenuLink, routeOf } from './menu-link.tsx';
import classes from './navigation.module.css';

/** Personal menu items, which are in the header on phones; the bottom bar is for everyday use. */
const aboutOneself = ['/my-profile', '/go-to-admin', '/sign-out'];
const isAboutOneself = (item: MenuItem) => aboutOneself.includes(routeOf(item) ?? '');

/**
 * Shows the menu. On wide screens, it is in the header; on phones, it is in the bottom bar, around the button to log an
 * activity.
 */
export function Navigation() {
  const { t } = useTranslation('layout');
  const items = useMenu();
  const daily = items.filter((item) => !isAboutOneself(item));
  const half = Math.ceil(daily.length / 2);
  const middle = half < daily.length ? items.indexOf(daily[half] as MenuItem) : items.length;
  return (
    <nav className="app-menu" aria-label={t('menu')}>
      <MenuList items={items.slice(0, middle)} share={half} />
      <AddLink at="phone" />
      <MenuList items={items.slice(middle)} share={daily.length - half} />
    </nav>
  );
}

/** Shows the menu items in the header on phones. */
export function AccountNavigation() {
  const { t } = useTranslation('layout');
  return (
    <nav className={classes.account} aria-label={t('account')}>
      <MenuList items={useMenu().filter(isAboutOneself)} />
    </nav>
  );
}

/** Shows a list of menu items. `share` is the number of items in this part of a phone's bar, which sets their width. */
function MenuList({ items, share = 0 }: { items: MenuItem[]; share?: number }) {
  return (
    <ul className={`${classes.items} list`} style={{ '--share': Math.max(1, share) } as CSSProperties}>
      {items.map((item) => (
        <li
          key={`${item.url} ${item.label}`}
          className={classes.item}
          data-account={isAboutOneself(item) || undefined}
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
