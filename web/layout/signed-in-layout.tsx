import { useComputedColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Outlet, useLocation } from 'react-router';
import { settingsQuery } from '../configs/queries.ts';
import { meQuery } from '../people/queries.ts';
import contours from '../ui/contours.module.css';
import { Waiting } from '../ui/waiting.tsx';
import { useArrival } from './arrival.ts';
import { FooterLinks } from './footer-links.tsx';
import { LanguageLinks } from './language-links.tsx';
import { Logo } from './logo.tsx';
import { Navigation, WaysOut } from './navigation.tsx';
import { ScreenBoundary } from './screen-boundary.tsx';
import classes from './signed-in-layout.module.css';

// Asked seldom, and of nobody's first load.
const ConsentBanner = lazy(() =>
  import('../consents/consent-banner.tsx').then((file) => ({ default: file.ConsentBanner })),
);

/** What stands around every screen of a signed-in person. */
export default function SignedInLayout() {
  const { t } = useTranslation('layout');
  const { pathname } = useLocation();
  const { data: settings } = useQuery(settingsQuery);
  const { data: me } = useQuery(meQuery);
  const night = useComputedColorScheme('light') === 'dark';
  const ground = night || settings?.headerMode !== 'light' ? 'dark' : 'light';
  const main = useRef<HTMLElement>(null);
  useArrival(main);
  return (
    <div className={classes.layout}>
      <button type="button" className={classes.skip} onClick={() => main.current?.focus()}>
        {t('skipToContent')}
      </button>
      <header className={classes.header} data-ground={ground}>
        <div className={classes.bar}>
          <Link to="/" className={classes.home}>
            <Logo ground={ground} />
          </Link>
          <WaysOut />
          <Navigation />
        </div>
      </header>
      <main ref={main} tabIndex={-1} className={classes.main}>
        {me?.consentDue && (
          <Suspense>
            <ConsentBanner />
          </Suspense>
        )}
        <ScreenBoundary at={pathname}>
          <Suspense fallback={<Waiting />}>
            <Outlet />
          </Suspense>
        </ScreenBoundary>
      </main>
      <footer className={`${classes.footer} ${contours.contours}`}>
        <div className={classes.bar}>
          <FooterLinks />
          <LanguageLinks />
        </div>
      </footer>
    </div>
  );
}
