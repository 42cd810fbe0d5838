import { useTranslation } from 'react-i18next';
import type { CouplingInfo } from '../../contract/couplings.ts';
import { formatMoment } from '../kit/dates.ts';

/** Says when waiting workouts are expected, if the service limits the number of calls. */
export function Expected({ account }: { account: CouplingInfo['couplings'][string] }) {
  const { t } = useTranslation('couplings');
  if (!account.expectedAt) return null;
  return (
    <p className="small">{t('waits', { platform: account.name, time: formatMoment(account.expectedAt) })}</p>
  );
}
