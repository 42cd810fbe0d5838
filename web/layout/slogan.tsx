import { useTranslation } from 'react-i18next';
import classes from './slogan.module.css';

/** The sentence on the panel of the sign-in pages. */
export function Slogan() {
  const { t } = useTranslation('sessions');
  return <p className={classes.slogan}>{t('signIn.slogan')}</p>;
}
