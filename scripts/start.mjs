// Runs on whatever Node is there: brings the project's own Node and packages, then starts the server on them.
import { spawn, spawnSync } from 'node:child_process';
import { installWhereNeeded, node, root } from './install.mjs';

installWhereNeeded();
const built = spawnSync(node, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], {
  cwd: root,
  stdio: 'inherit',
});
if (built.status !== 0) process.exit(built.status ?? 1);

const server = spawn(node, ['server/main.ts'], { cwd: root, stdio: 'inherit' });
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => server.kill(signal));
server.on('exit', (code) => process.exit(code ?? 1));
