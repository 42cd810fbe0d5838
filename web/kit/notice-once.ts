import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * The notice that the previous screen passed by `state: { notice }`; not shown again when the person navigates back.
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
