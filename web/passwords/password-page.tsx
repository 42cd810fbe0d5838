import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AnonymousPage } from '../layout/anonymous-page.tsx';

/** Lays out the pages for forgotten passwords: a heading and content next to a panel with a night map. */
export function PasswordPage(props: { title: string; panel?: ReactNode; children: ReactNode }) {
  const { t } = useTranslation('passwords');
  const { title, panel = <p className="slogan">{t('slogan')}</p> } = props;
  return (
    <AnonymousPage title={title} panel={panel} panelLeads>
      {props.children}
    </AnonymousPage>
  );
}
