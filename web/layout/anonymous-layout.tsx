import { Suspense } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { Waiting } from '../ui/waiting.tsx';
import { LanguageLinks } from './language-links.tsx';
import { Logo } from './logo.tsx';
import { ScreenBoundary } from './screen-boundary.tsx';

/**
 * Lays out screens for visitors. With `bar`, the header is a bar above the screen at any width. Without `bar`, wide
 * windows show the header on top of the screen's panel.
 */
export function AnonymousLayout({ bar = false }: { bar?: boolean }) {
  const { pathname } = useLocation();
  return (
    <div className="visitors" data-bar={bar || undefined}>
      <header className="visitors-header night">
        <Link to="/" className="target">
          <Logo ground="dark" />
        </Link>
        <LanguageLinks />
      </header>
      <main className="visitors-main">
        <ScreenBoundary at={pathname}>
          <Suspense fallback={<Waiting />}>
            <Outlet />
          </Suspense>
        </ScreenBoundary>
      </main>
    </div>
  );
}
