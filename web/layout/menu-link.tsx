import {
  type Icon,
  IconChartBar,
  IconCircleDashed,
  IconExternalLink,
  IconFlag,
  IconHelpCircle,
  IconInfoCircle,
  IconLogout,
  IconMap2,
  IconRun,
  IconSettings,
  IconUser,
  IconUsersGroup,
} from '@tabler/icons-react';
import { NavLink } from 'react-router';
import type { MenuItem } from '../../contract/menus.ts';
import classes from './navigation.module.css';

const icons: Record<string, Icon> = {
  '/': IconMap2,
  '/faq': IconHelpCircle,
  '/go-to-admin': IconSettings,
  '/info': IconInfoCircle,
  '/my-activities': IconRun,
  '/my-profile': IconUser,
  '/our-challenges': IconFlag,
  '/our-statistics': IconChartBar,
  '/sign-out': IconLogout,
  '/teams': IconUsersGroup,
};

/** Returns the path of the app that a menu item links to; undefined if the item links to another site. */
export function routeOf({ url }: MenuItem): string | undefined {
  return url.startsWith('#') ? `/${url.replace(/^#\/?/, '')}` : undefined;
}

/** Shows a menu item with its icon and label. */
export function MenuLink({ item }: { item: MenuItem }) {
  const route = routeOf(item);
  const [, section] = route?.split('/') ?? [];
  const Icon = route ? (icons[route] ?? icons[`/${section}`] ?? IconCircleDashed) : IconExternalLink;
  const content = (
    <>
      <Icon aria-hidden className={classes.icon} stroke={1.75} />
      <span className={classes.label}>{item.label}</span>
    </>
  );
  if (!route)
    return (
      <a href={item.url} className={classes.link}>
        {content}
      </a>
    );
  return (
    <NavLink to={route} end={route === '/'} className={classes.link as string}>
      {content}
    </NavLink>
  );
}
