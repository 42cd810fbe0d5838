import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { failureParameter, identityFailures } from '../../contract/identities.ts';
import { Notice } from '../ui/notice.tsx';

/** Says why signing in with another service failed, and removes the reason from the URL. */
export function IdentityFailureNotice() {
  const { t } = useTranslation('sessions');
  const [search, setSearch] = useSearchParams();
  const value = search.get(failureParameter);
  const [reason] = useState(() => identityFailures.find((one) => one === value));
  useEffect(() => {
    if (value === null) return;
    const rest = new URLSearchParams(search);
    rest.delete(failureParameter);
    setSearch(rest, { replace: true });
  }, [value, search, setSearch]);
  if (!reason) return null;
  return <Notice kind={reason === 'cancelled' ? 'info' : 'danger'}>{t(`signIn.failed.${reason}`)}</Notice>;
}
