import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { settingsQuery } from '../configs/queries.ts';
import { Html } from '../ui/html.tsx';
import classes from './good-to-know.module.css';

/** Lists what visitors should know before they sign up, with the organisers' own text below. */
export function GoodToKnow() {
  const { t, i18n } = useTranslation(['accounts', 'layout']);
  const { data: settings } = useQuery(settingsQuery);
  const extraTitle = settings?.text('registerExtraTitle', i18n.language);
  const extraText = settings?.text('registerExtraText', i18n.language);
  return (
    <div className={classes.words}>
      <h2 className={classes.title}>{t('goodToKnow.title')}</h2>
      <p className={classes.lead}>{t('goodToKnow.text')}</p>
      <ul className="stations">
        {['time', 'people', 'privacy'].map((subject) => (
          <li key={subject}>{t(`goodToKnow.bullets.${subject}`)}</li>
        ))}
      </ul>
      <p>
        <Link to="/who-sees-what" className="target">
          {t('goodToKnow.whoSeesWhat')}
        </Link>
      </p>
      <p>
        <Link to="/privacy" className="target">
          {t('layout:footer.privacy')}
        </Link>
      </p>
      {extraTitle && <h2 className="heading mt-3">{extraTitle}</h2>}
      {extraText && <Html html={extraText} />}
    </div>
  );
}
