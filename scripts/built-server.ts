import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const config = fileURLToPath(new URL('../vite.server.config.ts', import.meta.url));

/** The main file of the built server. */
export const builtServer = fileURLToPath(new URL('../dist/server/main.js', import.meta.url));

/** Builds the server as `npm run build` does. */
export async function buildServer(): Promise<void> {
  await build({ configFile: config, logLevel: 'warn' });
}
