import { HydraAdmin } from '@api-platform/admin';
import { createRoot } from 'react-dom/client';

createRoot(document.getElementById('root') as HTMLElement).render(
  <HydraAdmin entrypoint={`${location.origin}/platform/api`} disableTelemetry />,
);
