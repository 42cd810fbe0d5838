import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Settings } from '../configs/queries.ts';
import classes from './sign-in.module.css';

/**
 * Shows the part below the ways to sign in: a link to the FAQ, the services that people can connect, and the platform's
 * provider.
 */
export function SignInFoot({ settings }: { settings: Settings }) {
  const { t } = useTranslation('sessions');
  const { faqLibraryId, stravaApproved, providerLogo } = settings;
  if (!faqLibraryId && !stravaApproved && !providerLogo) return null;
  return (
    <footer className={`${classes.foot} row spread`}>
      {faqLibraryId && (
        <Link to={`/faq/libraries/${faqLibraryId}`} className="way">
          {t('signIn.faq')}
        </Link>
      )}
      {stravaApproved && <p className={`${classes.badge} soft small`}>{t('signIn.strava')}</p>}
      {providerLogo && <img src={providerLogo} alt={t('signIn.providerLogo')} className={classes.logo} />}
    </footer>
  );
}
