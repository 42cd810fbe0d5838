import { useQuery } from '@tanstack/react-query';
import { lazy, useEffect } from 'react';
import { Outlet } from 'react-router';
import { settingsQuery } from '../configs/queries.ts';
import { Waiting } from '../ui/waiting.tsx';
import { clearLastParticipation } from './last-participation.ts';

const FallbackScreen = lazy(() => import('../layout/fallback-screen.tsx'));

/** Shows team screens only if teams are switched on; with `toChange`, only if people may create and change teams. */
export function TeamGate({ toChange = false }: { toChange?: boolean }) {
  const { data: settings } = useQuery(settingsQuery);
  const isOpen = settings?.teamsEnabled && (settings.allowTeamCreation || !toChange);
  useEffect(() => {
    // Without this, every sign-in within an hour would lead to an invitation that cannot be opened.
    if (settings && !isOpen) clearLastParticipation();
  }, [settings, isOpen]);
  if (!settings) return <Waiting />;
  return isOpen ? <Outlet /> : <FallbackScreen />;
}
