// Starts the server and the participants' app side by side; each starts again, or reloads, when its files change.
import { spawn } from 'node:child_process';
import { installWhereNeeded, node, root } from './install.mjs';

installWhereNeeded();
// Not `--watch`: it has threads post messages of its own.
const watched = ['contract', 'demo', 'server', 'simulators'].map((folder) => `--watch-path=${folder}`);
const running = [[...watched, 'server/main.ts'], ['node_modules/vite/bin/vite.js']].map((words) =>
  spawn(node, words, { cwd: root, stdio: 'inherit' }),
);
const stop = () => {
  for (const one of running) one.kill();
};
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, stop);
for (const one of running) one.on('exit', stop);
