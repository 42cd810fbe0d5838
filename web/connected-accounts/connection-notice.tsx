import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import {
  type CouplingFailure,
  couplingFailures,
  failureParameters,
  platforms,
  successParameter,
} from '../../contract/couplings.ts';
import { Notice } from '../ui/notice.tsx';

/** Says whether connecting succeeded, according to the URL to which the service redirected. Shown only once. */
export function ConnectionNotice() {
  const { t } = useTranslation('couplings');
  const [search, setSearch] = useSearchParams();
  const [initialSearch] = useState(search);
  useEffect(() => {
    if (outcomeOf(search)) setSearch({}, { replace: true });
  }, [search, setSearch]);
  const outcome = outcomeOf(initialSearch);
  if (!outcome) return null;
  const { platform, failure } = outcome;
  if (!failure) return <Notice kind="success">{t('coupled', { platform })}</Notice>;
  return (
    <Notice kind={failure === 'cancelled' ? 'info' : 'danger'}>
      {t(`failures.${failure}`, { platform })}
    </Notice>
  );
}

function outcomeOf(search: URLSearchParams): { platform: string; failure?: CouplingFailure } | undefined {
  const coupled = platforms.find((platform) => search.get(successParameter(platform)) === 'true');
  if (coupled) return { platform: coupled };
  const platform = platforms.find((one) => one === search.get(failureParameters.platform));
  const reason = search.get(failureParameters.reason);
  if (!platform || reason === null) return undefined;
  return { platform, failure: couplingFailures.find((one) => one === reason) ?? 'failed' };
}
