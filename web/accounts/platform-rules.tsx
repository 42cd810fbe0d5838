import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { fewestPeople } from '../../contract/kit/fewest-people.ts';
import { securityDaysKept } from '../../contract/managed/security-events.ts';
import type { Settings } from '../configs/queries.ts';
import { consentTextQuery } from '../consents/queries.ts';
import { formatDate } from '../kit/dates.ts';
import classes from './who-sees-what.module.css';

/**
 * Explains how this platform is configured: names, organisers' access to activities, statistics, retention,
 * consent, sign-in and the security log.
 */
export function PlatformRules({ settings }: { settings: Settings }) {
  const { t, i18n } = useTranslation('who-sees-what');
  const title = useId();
  const { data: consent } = useQuery(consentTextQuery(i18n.language));
  const { anonymiseAfterDays, isSecondFactorRequired, areActivitiesByReason, newNameShown } = settings;
  const rules = {
    names: t(`rules.names.${newNameShown}`),
    sums: t('rules.sums.text', { count: fewestPeople }),
    keeping: anonymiseAfterDays
      ? t('rules.keeping.days', { count: anonymiseAfterDays })
      : t('rules.keeping.open'),
    ...(consent?.number
      ? {
          consent: t('rules.consent.text', {
            number: consent.number,
            title: consent.title,
            day: formatDate(consent.publishedAt ?? ''),
          }),
        }
      : { consent: t('rules.consent.none') }),
    activities: t(areActivitiesByReason ? 'rules.activities.byReason' : 'rules.activities.all'),
    securityLog: t('rules.securityLog.text', { count: securityDaysKept }),
    secondFactor: t(isSecondFactorRequired ? 'rules.secondFactor.required' : 'rules.secondFactor.offered'),
  };
  return (
    <section aria-labelledby={title}>
      <h2 id={title} className="title mb-3">
        {t('rules.title')}
      </h2>
      <dl className={`${classes.terms} ${classes.rules}`}>
        {Object.entries(rules).map(([name, text]) => (
          <div key={name}>
            <dt>{t(`rules.${name}.title`)}</dt>
            <dd className="soft small">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
