import {
  type Icon,
  IconChartBar,
  IconCircleDashed,
  IconFlag,
  IconInfoCircle,
  IconLogout,
  IconMap2,
  IconRun,
  IconSettings,
  IconUser,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import type { MenuItem } from '../../contract/menus.ts';
import { menuQuery } from '../menus/queries.ts';
import classes from './navigation.module.css';

const icons: Record<string, Icon> = {
  '/': IconMap2,
  '/my-activities': IconRun,
  '/my-profile': IconUser,
  '/our-challenges': IconFlag,
  '/our-statistics': IconChartBar,
  '/info': IconInfoCircle,
  '/go-to-admin': IconSettings,
  '/sign-out': IconLogout,
};

/** The menu: in the header of a wide screen, along the thumb's edge of a phone. */
export function Navigation() {
  const { t, i18n } = useTranslation('layout');
  const { data: items = [] } = useQuery(menuQuery(i18n.language));
  return (
    <nav className={classes.navigation} aria-label={t('menu')}>
      <ul className={classes.items}>
        {items.map((item) => (
          <li key={item.url} className={classes.item}>
            <NavigationLink item={item} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function NavigationLink({ item: { label, url } }: { item: MenuItem }) {
  const route = url.startsWith('#') ? `/${url.replace(/^#\/?/, '')}` : undefined;
  const Icon = (route && icons[route]) || IconCircleDashed;
  const content = (
    <>
      <Icon aria-hidden className={classes.icon} stroke={1.75} />
      <span className={classes.label}>{label}</span>
    </>
  );
  if (!route) {
    return (
      <a href={url} className={classes.link}>
        {content}
      </a>
    );
  }
  return (
    <NavLink to={route} end={route === '/'} className={classes.link as string}>
      {content}
    </NavLink>
  );
}
