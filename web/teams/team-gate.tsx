import { useQuery } from '@tanstack/react-query';
import { lazy, useEffect } from 'react';
import { Outlet } from 'react-router';
import { settingsQuery } from '../configs/queries.ts';
import { Waiting } from '../ui/waiting.tsx';
import { clearLastParticipation } from './last-participation.ts';

const FallbackScreen = lazy(() => import('../layout/fallback-screen.tsx'));

/** Lets screens about teams through where teams are on and, with `toChange`, people may make and change them. */
export function TeamGate({ toChange = false }: { toChange?: boolean }) {
  const { data: settings } = useQuery(settingsQuery);
  const isOpen = settings?.teamsEnabled && (settings.allowTeamCreation || !toChange);
  useEffect(() => {
    // An invitation that leads nowhere should not be where every sign-in of the hour ends.
    if (settings && !isOpen) clearLastParticipation();
  }, [settings, isOpen]);
  if (!settings) return <Waiting />;
  return isOpen ? <Outlet /> : <FallbackScreen />;
}
