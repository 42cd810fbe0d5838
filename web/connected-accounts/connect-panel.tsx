import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FoldedPanel } from '../ui/folded-panel.tsx';
import { Notice } from '../ui/notice.tsx';
import { ConnectService } from './connect-service.tsx';
import { connectedAccountsQuery } from './queries.ts';

/** Shows the services that can send workouts. Renders nothing if the installation offers no services. */
export function ConnectPanel() {
  const { t } = useTranslation('couplings');
  const info = useQuery(connectedAccountsQuery).data;
  if (!info || info.available.length === 0) return null;
  return (
    <FoldedPanel title={t('connect.title')}>
      <div className="stack">
        <p className="soft">{t('connect.introduction')}</p>
        {info.isSandbox && <Notice kind="info">{t('connect.sandbox')}</Notice>}
        <ul className="entries">
          {info.available.map((platform) => (
            <li key={platform}>
              <ConnectService
                platform={platform}
                account={info.couplings[platform]}
                isFull={info.full.includes(platform)}
              />
            </li>
          ))}
        </ul>
      </div>
    </FoldedPanel>
  );
}
