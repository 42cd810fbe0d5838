import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import classes from './layout.module.css';

/**
 * Shows the link to log an activity, which is on every screen: in the middle of the bottom bar on phones, at the end of
 * the header on wide screens.
 */
export function AddLink({ at }: { at: 'phone' | 'wide' }) {
  const { t } = useTranslation('layout');
  return (
    <NavLink to="/my-activities/add" className={classes.add as string} data-at={at} title={t('addActivity')}>
      <IconPlus aria-label={t('addActivity')} className={classes.plus} stroke={2.5} />
    </NavLink>
  );
}
