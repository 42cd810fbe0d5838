import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** What the screen before left to be said here, by `state: { notice }`; not again when one comes back. */
export function useNoticeOnce(): string | undefined {
  const { state } = useLocation();
  const navigate = useNavigate();
  const [notice] = useState<string | undefined>(state?.notice);
  useEffect(() => {
    if (state?.notice) navigate('.', { replace: true, state: null });
  }, [state, navigate]);
  return notice;
}
