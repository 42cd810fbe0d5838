import '@mantine/core/styles/Checkbox.css';
import { Button, Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { CouplingInfo } from '../../contract/couplings.ts';
import { formatDate } from '../kit/dates.ts';
import { Panel } from '../ui/panel.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { Expected } from './expected.tsx';
import { connectedAccountsQuery, useDisconnect } from './queries.ts';

type ConnectedAccount = CouplingInfo['couplings'][string];

/** Shows the person's connected accounts, with buttons to disconnect these or to connect others. */
export function ConnectedAccounts() {
  const { t } = useTranslation('couplings');
  const info = useQuery(connectedAccountsQuery).data;
  const connected = Object.values(info?.couplings ?? {});
  const rest = info?.available.filter((platform) => !info.couplings[platform]) ?? [];
  if (connected.length === 0 && rest.length === 0) return null;
  return (
    <Panel title={t('list.title')}>
      <div className="stack">
        {connected.length === 0 && <p className="soft">{t('list.none')}</p>}
        {connected.length > 0 && (
          <ul className="entries">
            {connected.map((account) => (
              <li key={account.name}>
                <ConnectedService account={account} />
              </li>
            ))}
          </ul>
        )}
        {rest.length > 0 && (
          <Button component={Link} to="/my-activities/add" variant="default" size="md">
            {t('list.more')}
          </Button>
        )}
      </div>
    </Panel>
  );
}

function ConnectedService({ account }: { account: ConnectedAccount }) {
  const { t } = useTranslation('couplings');
  const [isAsking, setAsking] = useState(false);
  const disconnect = useDisconnect(account.name);
  const name = account.name;
  if (disconnect.isPending) return <Waiting small />;
  return (
    <>
      <p className="bold">{t(`services.${name}`)}</p>
      {account.deadSince ? (
        <p className="failed small">{t(`deaths.${account.death ?? 'revoked'}`)}</p>
      ) : (
        <>
          <p className="soft">{t('since', { date: formatDate(account.coupledAt) })}</p>
          <Expected account={account} />
        </>
      )}
      {isAsking ? (
        <Disconnecting
          name={name}
          onConfirm={(keep) => disconnect.mutate(keep, { onError: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        />
      ) : (
        <div className="row gap-2 mt-2">
          {account.deadSince && (
            <Button component={Link} to="/my-activities/add" variant="default">
              {t('connect.again', { platform: name })}
            </Button>
          )}
          <Button variant="default" onClick={() => setAsking(true)}>
            {t('uncouple.button')}
          </Button>
        </div>
      )}
    </>
  );
}

const focus = (node: HTMLElement | null) => node?.focus();

/**
 * Asks the person to confirm disconnecting, and whether to keep the activities; those from Strava are always deleted.
 */
function Disconnecting(props: {
  name: ConnectedAccount['name'];
  onConfirm: (keepActivities: boolean) => void;
  onClose: () => void;
}) {
  const { name, onConfirm, onClose } = props;
  const { t } = useTranslation('couplings');
  const [keeps, setKeeps] = useState(name !== 'Strava');
  return (
    <fieldset className="stack gap-3 mt-2" onKeyDown={(event) => event.key === 'Escape' && onClose()}>
      <legend>{t('uncouple.confirm', { platform: name })}</legend>
      {name === 'Strava' ? (
        <p>{t('uncouple.stravaGoes')}</p>
      ) : (
        <Checkbox
          size="md"
          label={t('uncouple.keep', { platform: name })}
          checked={keeps}
          onChange={(event) => setKeeps(event.currentTarget.checked)}
        />
      )}
      <div className="row gap-2 mt-2">
        <Button color="red" variant="outline" className="danger" onClick={() => onConfirm(keeps)}>
          {t('uncouple.button')}
        </Button>
        <Button variant="default" ref={focus} onClick={onClose}>
          {t('uncouple.cancel')}
        </Button>
      </div>
    </fieldset>
  );
}
