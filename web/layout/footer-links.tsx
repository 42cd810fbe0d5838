import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { settingsQuery } from '../configs/queries.ts';
import { basePath } from '../kit/page.ts';
import classes from './layout.module.css';

/** Shows links to the pages about the challenge that the organisers have written, and to the platform's own guide. */
export function FooterLinks() {
  const { t, i18n } = useTranslation('layout');
  const { data: settings } = useQuery(settingsQuery);
  return (
    <nav aria-label={t('footer.label')} className={`${classes.links} row gap-5 tight`}>
      {settings?.text('infoScreen', i18n.language) && (
        <Link to="/info" className="target plain">
          {t('footer.info')}
        </Link>
      )}
      {settings?.faqLibraryId && (
        <Link to={`/faq/libraries/${settings.faqLibraryId}`} className="target plain">
          {t('footer.faq')}
        </Link>
      )}
      <Link to="/who-sees-what" className="target plain">
        {t('footer.whoSeesWhat')}
      </Link>
      <Link to="/privacy" className="target plain">
        {t('footer.privacy')}
      </Link>
      {/* The guide is a separate site, with the English version at its root. */}
      <a
        href={`${basePath}docs/${i18n.language === 'en' ? '' : `${i18n.language}/`}participants/`}
        className="target plain"
      >
        {t('footer.guide')}
      </a>
    </nav>
  );
}
