import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { basePath } from '../kit/page.ts';
import { meQuery } from '../people/queries.ts';
import { Notice } from '../ui/notice.tsx';
import { Panel } from '../ui/panel.tsx';
import { Screen } from '../ui/screen.tsx';
import classes from './management-screen.module.css';

/** The address of the management module, which is for organisers and moderators. */
export default function ManagementScreen() {
  const { t } = useTranslation('layout');
  const { data: me } = useQuery(meQuery);
  const isParticipant = !me?.role || me.role === 'participant';
  return (
    <Screen title={t('management.title')} back={{ to: '/', label: t('back.dashboard') }}>
      {isParticipant ? (
        <Notice kind="danger">{t('management.forbidden')}</Notice>
      ) : (
        <Panel>
          <div className={classes.text}>
            <p>{t('management.notYet')}</p>
            <p>
              {t('management.today')}{' '}
              <a href={`${basePath}platform/api/docs`}>{t('management.apiDocuments')}</a>
            </p>
          </div>
        </Panel>
      )}
    </Screen>
  );
}
