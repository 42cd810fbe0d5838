import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { Outlet } from 'react-router';
import { settingsQuery } from '../configs/queries.ts';
import { Waiting } from '../ui/waiting.tsx';

const FallbackScreen = lazy(() => import('../layout/fallback-screen.tsx'));

/** Lets screens about teams through where teams are on and, with `toChange`, people may make and change them. */
export function TeamGate({ toChange = false }: { toChange?: boolean }) {
  const { data: settings } = useQuery(settingsQuery);
  if (!settings) return <Waiting />;
  const isOpen = settings.teamsEnabled && (settings.allowTeamCreation || !toChange);
  return isOpen ? <Outlet /> : <FallbackScreen />;
}
