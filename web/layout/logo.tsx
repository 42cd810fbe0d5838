import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '../configs/queries.ts';
import { platformName } from '../kit/page.ts';

/** Shows the logo for a dark or light background. */
export function Logo({ ground }: { ground: 'dark' | 'light' }) {
  const { data: settings } = useQuery(settingsQuery);
  return (
    <span className="app-logo">
      <img src={ground === 'dark' ? settings?.logoDark : settings?.logoLight} alt={platformName} />
    </span>
  );
}
