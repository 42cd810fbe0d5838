import { useTranslation } from 'react-i18next';
import classes from './activity-form.module.css';

/** Explains how the platform converts entries to kilometres. */
export function CountingRules() {
  const { t } = useTranslation('activities');
  return (
    <aside className={`${classes.rules} topic soft`} aria-labelledby="counting-rules">
      <h2 id="counting-rules" className="title">
        {t('rules.title')}
      </h2>
      <p className="mt-4 mb-4">{t('rules.introduction')}</p>
      <dl>
        <dt>{t('form.types.time')}</dt>
        <dd>{t('rules.time')}</dd>
        <dt>{t('form.types.steps')}</dt>
        <dd>{t('rules.steps')}</dd>
        <dt>{t('rules.dateTitle')}</dt>
        <dd>{t('rules.date')}</dd>
      </dl>
    </aside>
  );
}
