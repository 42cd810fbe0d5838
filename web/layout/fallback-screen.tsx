import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Screen } from '../ui/screen.tsx';
import classes from './fallback-screen.module.css';

/** Shows the «not found» page, for URLs without a screen. */
export default function FallbackScreen() {
  const { t } = useTranslation('layout');
  return (
    <Screen title={t('notFound.title')}>
      <div className={`${classes.nowhere} contours`}>
        <span className={classes.bib} aria-hidden="true">
          404
        </span>
        <p className={classes.text}>{t('notFound.text')}</p>
        <Button component={Link} to="/" size="md">
          {t('notFound.home')}
        </Button>
      </div>
    </Screen>
  );
}
