import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Request } from './answer.ts';

const assets = fileURLToPath(new URL('../dist/web/assets', import.meta.url));

/** Whether the apps are built. Without them there are no pages to request. */
export const isBuilt = existsSync(assets);

/** Returns the read requests that are repeated during a fault. */
export function readRequests(cookie: string): Request[] {
  const script = isBuilt ? readdirSync(assets).find((name) => name.endsWith('.js')) : undefined;
  return [
    { what: 'GET /healthz', kind: 'liveness', by: -1 },
    ...(script ? [{ what: `GET /assets/${script}`, kind: 'liveness', by: -1 } as const] : []),
    ...(script ? [{ what: 'GET /', kind: 'read', by: -1, cookie } as const] : []),
    { what: 'GET /readyz', kind: 'read', by: -1 },
    { what: 'GET /platform/api/stats_activities?periodType=week&limit=15', kind: 'read', by: -1, cookie },
  ];
}
