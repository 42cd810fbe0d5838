import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { meQuery } from '../people/queries.ts';

/** Returns the back link on a page that visitors can see too; it leads to the dashboard or to the sign-in page. */
export function useBackLink(): { to: string; label: string } {
  const { t } = useTranslation('layout');
  const { data: me } = useQuery(meQuery);
  return { to: '/', label: t(me ? 'back.dashboard' : 'back.signIn') };
}
