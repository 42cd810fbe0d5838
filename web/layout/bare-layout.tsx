import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router';
import { Waiting } from '../ui/waiting.tsx';
import classes from './anonymous.module.css';
import { ScreenBoundary } from './screen-boundary.tsx';

/** Shows a screen without header or footer. */
export function BareLayout() {
  const { pathname } = useLocation();
  return (
    <main className={classes.narrow}>
      <ScreenBoundary at={pathname}>
        <Suspense fallback={<Waiting />}>
          <Outlet />
        </Suspense>
      </ScreenBoundary>
    </main>
  );
}
