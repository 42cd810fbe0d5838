import { startServerProcess } from '../server/testing/server-process.ts';

const patience = new URL('patience.ts', import.meta.url).href;

/** Starts a server in its own process, with patience for a slow database, and waits until the server is ready. */
export const startServer: typeof startServerProcess = (settings, ...others) =>
  startServerProcess({ NODE_OPTIONS: `--import=${patience}`, ...settings }, ...others);
