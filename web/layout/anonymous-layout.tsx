import { Suspense } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { Waiting } from '../ui/waiting.tsx';
import classes from './anonymous-layout.module.css';
import { LanguageLinks } from './language-links.tsx';
import { Logo } from './logo.tsx';
import { ScreenBoundary } from './screen-boundary.tsx';

/** What stands around the screens of visitors who are not signed in. */
export function AnonymousLayout() {
  const { pathname } = useLocation();
  return (
    <div className={classes.layout}>
      <header className={classes.header}>
        <Link to="/" className={classes.home}>
          <Logo ground="dark" />
        </Link>
        <LanguageLinks />
      </header>
      <main className={classes.main}>
        <ScreenBoundary at={pathname}>
          <Suspense fallback={<Waiting />}>
            <Outlet />
          </Suspense>
        </ScreenBoundary>
      </main>
    </div>
  );
}
