import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { Notice } from '../ui/notice.tsx';
import { Waiting } from '../ui/waiting.tsx';
import classes from './provider-list.module.css';
import { providersQuery } from './queries.ts';
import { returnAddress } from './return-address.ts';

/**
 * Shows links to sign in with other services. The service returns to the current page. With `inNewTab`, the links open
 * in a new tab, which shows the start page after the sign-in, while the current page keeps its state.
 */
export function ProviderList({ inNewTab = false }: { inNewTab?: boolean }) {
  const { t, i18n } = useTranslation('sessions');
  const { data: providers, error, refetch } = useQuery(providersQuery(i18n.language));
  // Renders again when the URL changes, because the return address depends on the URL.
  useLocation();
  if (error) return <ErrorBanner error={error} onRetry={refetch} />;
  if (!providers) return <Waiting />;
  if (providers.length === 0) return <Notice kind="info">{t('signIn.noProviders')}</Notice>;
  const query = inNewTab ? '' : `?${new URLSearchParams({ returnTo: returnAddress() })}`;
  return (
    <ul className="list stack gap-3">
      {providers.map(({ label, url }) => (
        <li key={url}>
          <a href={`${url}${query}`} className={classes.provider} {...(inNewTab ? { target: '_blank' } : {})}>
            {t('signIn.with', { label })}
          </a>
        </li>
      ))}
    </ul>
  );
}
