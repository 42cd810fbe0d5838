// Starts the server and the participants' app side by side. The server restarts and the app reloads when their files
// change.
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { installWhereNeeded, node, root } from './install.mjs';

installWhereNeeded();
const run = (script) => spawn(node, [script], { cwd: root, stdio: 'inherit' });
let server;
const start = () => {
  server = run('server/main.ts');
};
/** Restarts the server. `node --watch` is not used, because it makes worker threads post extra messages to our code. */
const restart = () => {
  if (server.exitCode !== null || server.signalCode !== null) return start();
  server.removeAllListeners('exit').once('exit', start).kill();
};

start();
let soon;
for (const folder of ['contract', 'demo', 'server', 'simulators'])
  watch(`${root}${folder}`, { recursive: true }, () => {
    clearTimeout(soon);
    soon = setTimeout(restart, 200);
  });
const app = run('node_modules/vite/bin/vite.js');
const stop = () => {
  server.removeAllListeners('exit').kill();
  app.kill();
  process.exit();
};
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, stop);
app.on('exit', stop);
