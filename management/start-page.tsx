import { usePermissions } from 'react-admin';
import { Navigate } from 'react-router';
import { ChecklistPage } from './checklist-page.tsx';

/** Where the app begins: organisers with the set-up, moderators with what waits for them. */
export function StartPage() {
  const { permissions, isPending } = usePermissions();
  if (isPending) return null;
  return permissions === 'organiser' ? <ChecklistPage /> : <Navigate to="/inbox" replace />;
}
