import { useComputedColorScheme } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Outlet, useLocation } from 'react-router';
import { settingsQuery } from '../configs/queries.ts';
import { consentTextQuery } from '../consents/queries.ts';
import { meQuery } from '../people/queries.ts';
import { Waiting } from '../ui/waiting.tsx';
import { AddLink } from './add-link.tsx';
import { FooterLinks } from './footer-links.tsx';
import { LanguageLinks } from './language-links.tsx';
import classes from './layout.module.css';
import { LiveUpdates } from './live-updates.tsx';
import { Logo } from './logo.tsx';
import { AccountNavigation, Navigation } from './navigation.tsx';
import { ScreenBoundary } from './screen-boundary.tsx';
import { useScreenFocus } from './screen-focus.ts';

// Loaded separately, because the banner is rarely shown.
const ConsentBanner = lazy(() =>
  import('../consents/consent-banner.tsx').then((file) => ({ default: file.ConsentBanner })),
);

/** Lays out every screen of a signed-in person; `isAfterSignIn` is true if they have just signed in. */
export default function SignedInLayout({ isAfterSignIn }: { isAfterSignIn: boolean }) {
  const { t, i18n } = useTranslation('layout');
  const { pathname } = useLocation();
  const { data: settings } = useQuery(settingsQuery);
  const { data: me } = useQuery(meQuery);
  const { data: consentText, isLoading: isConsentPending } = useQuery({
    ...consentTextQuery(i18n.language),
    enabled: Boolean(me?.consentDue),
    placeholderData: keepPreviousData,
  });
  const night = useComputedColorScheme('light') === 'dark';
  const ground = night || settings?.headerMode !== 'light' ? 'dark' : 'light';
  const main = useRef<HTMLElement>(null);
  useScreenFocus(main, isAfterSignIn);
  return (
    <div className="app">
      <button type="button" className={classes.skip} onClick={() => main.current?.focus()}>
        {t('skipToContent')}
      </button>
      <header className="app-header" data-ground={ground}>
        <div className="app-bar">
          <Link to="/" className={`${classes.home} target`}>
            <Logo ground={ground} />
          </Link>
          <AccountNavigation />
          <Navigation />
          <AddLink at="wide" />
        </div>
      </header>
      <main ref={main} tabIndex={-1} className="app-main">
        <ScreenBoundary at={pathname}>
          <Suspense fallback={<Waiting />}>
            {/* The banner appears together with the screen; otherwise it would push the screen down. */}
            {me?.consentDue && consentText && <ConsentBanner />}
            {isConsentPending ? <Waiting /> : <Outlet />}
          </Suspense>
        </ScreenBoundary>
      </main>
      <footer className={`${classes.footer} contours`}>
        <div className="app-bar">
          <FooterLinks />
          <LiveUpdates />
          <LanguageLinks />
        </div>
      </footer>
    </div>
  );
}
