import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router';
import { Waiting } from '../ui/waiting.tsx';
import classes from './bare-layout.module.css';
import { ScreenBoundary } from './screen-boundary.tsx';

/** A screen without header or footer. */
export function BareLayout() {
  const { pathname } = useLocation();
  return (
    <main className={classes.main}>
      <ScreenBoundary at={pathname}>
        <Suspense fallback={<Waiting />}>
          <Outlet />
        </Suspense>
      </ScreenBoundary>
    </main>
  );
}
