// Installs the project's own Node and packages, then starts the server with them. Runs on any version of Node.
import { spawn, spawnSync } from 'node:child_process';
import { installWhereNeeded, node, root } from './install.mjs';

installWhereNeeded();
for (const config of ['vite.config.ts', 'management/vite.config.ts']) {
  const words = ['node_modules/vite/bin/vite.js', 'build', '-c', config, '--logLevel', 'warn'];
  const { status } = spawnSync(node, words, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

// Keeps the compiled modules, so that later starts are a third faster.
const env = { ...process.env, NODE_COMPILE_CACHE: `${root}node_modules/.cache/node` };
const server = spawn(node, ['server/main.ts'], { cwd: root, env, stdio: 'inherit' });
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => server.kill(signal));
server.on('exit', (code) => process.exit(code ?? 1));
