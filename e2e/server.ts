import { type ServerProcess, startServerProcess } from '../server/testing/server-process.ts';

const patience = new URL('patience.ts', import.meta.url).href;

/** Starts a server in its own process, with longer time limits for the database, and waits until the server is ready. */
export const startServer = (settings: Record<string, string>): Promise<ServerProcess> =>
  startServerProcess({ NODE_OPTIONS: `--import=${patience}`, ...settings });
