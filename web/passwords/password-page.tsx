import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AnonymousPage } from '../layout/anonymous-page.tsx';
import classes from './password-page.module.css';

/** The page of whoever forgot their password: a heading on paper, beside the map at night. */
export function PasswordPage({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation('passwords');
  return (
    <AnonymousPage title={title} panel={<p className={classes.slogan}>{t('slogan')}</p>} panelLeads>
      {children}
    </AnonymousPage>
  );
}
