import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { failureWord, identityFailures } from '../../contract/identities.ts';
import { Notice } from '../ui/notice.tsx';

/** Says why signing in with another service failed, and removes the reason from the URL. */
export function IdentityFailureNotice() {
  const { t } = useTranslation('sessions');
  const [search, setSearch] = useSearchParams();
  const word = search.get(failureWord);
  const [reason] = useState(() => identityFailures.find((one) => one === word));
  useEffect(() => {
    if (word === null) return;
    const rest = new URLSearchParams(search);
    rest.delete(failureWord);
    setSearch(rest, { replace: true });
  }, [word, search, setSearch]);
  if (!reason) return null;
  return <Notice kind={reason === 'cancelled' ? 'info' : 'danger'}>{t(`signIn.failed.${reason}`)}</Notice>;
}
