import '@mantine/core/styles/Checkbox.css';
import { Button, Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CouplingInfo, Platform } from '../../contract/couplings.ts';
import { settingsQuery } from '../configs/queries.ts';
import { formatDate } from '../kit/dates.ts';
import { basePath } from '../kit/page.ts';
import { Notice } from '../ui/notice.tsx';
import classes from './connect-panel.module.css';
import { Expected } from './expected.tsx';

/**
 * Shows a service in the list. If it is connected, the item shows the date of the connection. Otherwise, a button first
 * explains which data the service sends and who sees the data, and then opens the service's page.
 */
export function ConnectService(props: {
  platform: Platform;
  account: CouplingInfo['couplings'][string] | undefined;
  /** Whether the service has reached its limit of connected people. */
  isFull: boolean;
}) {
  const { platform, account, isFull } = props;
  const { t } = useTranslation('couplings');
  const settings = useQuery(settingsQuery).data;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const isLive = account && !account.deadSince;
  const isBarred = platform === 'Strava' && settings?.stravaApproved === false;
  return (
    <>
      <div className="row spread">
        <div>
          <p className="bold">{t(`services.${platform}`)}</p>
          {isLive && <p className="soft">{t('since', { date: formatDate(account.coupledAt) })}</p>}
          {isLive && <Expected account={account} />}
          {account?.deadSince && <p className="failed small">{t(`deaths.${account.death ?? 'revoked'}`)}</p>}
        </div>
        {!isLive && (
          <Button
            variant="default"
            size="md"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            {t(account ? 'connect.again' : 'connect.button', { platform })}
          </Button>
        )}
      </div>
      {isOpen && !isLive && (
        <div id={id} className={`${classes.disclosure} inset stack gap-3`}>
          {isBarred ? (
            <Notice kind="danger">{t('stravaNotApproved')}</Notice>
          ) : isFull ? (
            <Notice kind="info">{t('failures.full', { platform })}</Notice>
          ) : (
            <Disclosure platform={platform} />
          )}
        </div>
      )}
    </>
  );
}

/** Shows the information that people see before they consent. Strava requires separate consent. */
function Disclosure({ platform }: { platform: Platform }) {
  const { t } = useTranslation('couplings');
  const sight = useQuery(settingsQuery).data?.shownToOthers(platform) ?? 'score_only';
  const [agrees, setAgrees] = useState(platform !== 'Strava');
  const way = platform === 'Polar' ? 'polar/return' : `${platform.toLowerCase()}/connect`;
  return (
    <>
      <ul className="points measure">
        <li>{t('disclosure.arrives', { platform })}</li>
        <li>{t('disclosure.not')}</li>
        <li>{t(`disclosure.sight.${sight}`)}</li>
        {platform === 'Strava' && <li>{t('disclosure.placesAtStrava')}</li>}
        <li>{t(platform === 'Strava' ? 'disclosure.endStrava' : 'disclosure.end', { platform })}</li>
      </ul>
      {platform === 'Strava' && (
        <Checkbox
          size="md"
          label={t(`disclosure.consent.${sight}`)}
          checked={agrees}
          onChange={(event) => setAgrees(event.currentTarget.checked)}
        />
      )}
      {agrees ? (
        <Button component="a" href={`${basePath}${way}`} size="md">
          {t('connect.go', { platform })}
        </Button>
      ) : (
        <Button size="md" disabled>
          {t('connect.go', { platform })}
        </Button>
      )}
    </>
  );
}
