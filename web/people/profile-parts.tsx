import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import tab from '../ui/controls.module.css';
import classes from './profile.module.css';

/** Shows the tabs of the profile: activities and settings. */
export function ProfileParts() {
  const { t } = useTranslation('people');
  return (
    <nav className={classes.parts} aria-label={t('mine.parts')}>
      <NavLink to="/my-profile" end className={tab.tab as string}>
        {t('mine.activities')}
      </NavLink>
      <NavLink to="/my-profile/settings" className={tab.tab as string}>
        {t('mine.settings')}
      </NavLink>
    </nav>
  );
}
