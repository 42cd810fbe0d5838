import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { managementRights } from './management-rights.ts';
import classes from './who-sees-what.module.css';

/** Shows a table of what each role may see and change in the organisers' app. */
export function RightsTable() {
  const { t } = useTranslation('who-sees-what');
  const title = useId();
  return (
    <section aria-labelledby={title}>
      <h2 id={title} className="title mb-3">
        {t('rights.title')}
      </h2>
      <p className="soft measure mb-3">{t('rights.text')}</p>
      <table className={classes.table} aria-labelledby={title}>
        <thead>
          <tr>
            <th scope="col">{t('rights.what')}</th>
            <th scope="col">{t('rights.organisers')}</th>
            <th scope="col">{t('rights.moderators')}</th>
            <th scope="col">{t('rights.analysts')}</th>
          </tr>
        </thead>
        <tbody>
          {managementRights().map(({ noun, organisers, moderators, analysts }) => (
            <tr key={noun}>
              <th scope="row">{t(`managed.${noun}`)}</th>
              <td data-right={organisers}>{t(`rights.${organisers}`)}</td>
              <td data-right={moderators}>{t(`rights.${moderators}`)}</td>
              <td data-right={analysts}>{t(`rights.${analysts}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="soft measure mb-3">{t('rights.log')}</p>
    </section>
  );
}
