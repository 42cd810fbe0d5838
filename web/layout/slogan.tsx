import { useTranslation } from 'react-i18next';
import classes from './slogan.module.css';

/** The one sentence on the panel of the pages that lead in. */
export function Slogan() {
  const { t } = useTranslation('sessions');
  return <p className={classes.slogan}>{t('signIn.slogan')}</p>;
}
