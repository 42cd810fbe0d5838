import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * Returns the notice that the previous screen passed as `state: { notice }`. Removes it from the history, so
 * that it does not appear again when the person goes back.
 */
export function useNoticeOnce(): string | undefined {
  const { state } = useLocation();
  const navigate = useNavigate();
  const [notice] = useState<string | undefined>(state?.notice);
  useEffect(() => {
    if (state?.notice) navigate('.', { replace: true, state: null });
  }, [state, navigate]);
  return notice;
}
