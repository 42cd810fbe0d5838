import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../scripts/free-port.ts';
import { startServerProcess } from '../../server/testing/server-process.ts';
import { hasPrograms, startNodes } from './nodes.ts';
import { startWebProxy } from './web-proxy.ts';

/**
 * Starts a highly available platform on this machine, to try it out: three PostgreSQL nodes, two web
 * processes and one jobs process, with the demo company. Run with `npm run ha`; Ctrl-C stops and deletes
 * everything.
 */
const root = fileURLToPath(new URL('../../', import.meta.url));
const port = Number(process.env.PORT ?? 3000);
const publicUrl = `http://localhost:${port}/`;

if (!hasPrograms()) {
  process.stderr.write('Install the Debian packages patroni, etcd-server, haproxy and postgresql first.\n');
  process.exit(1);
}
if (!existsSync(join(root, 'dist/web/index.html')))
  spawnSync('npm', ['run', 'build'], { cwd: root, stdio: 'inherit' });

const folder = mkdtempSync(join(tmpdir(), 'challenge-ha-'));
const atEnd = new AsyncDisposableStack();
atEnd.defer(() => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, async () => {
    await atEnd.disposeAsync();
    process.exit(0);
  });

print(`Starting three PostgreSQL nodes in ${folder}…`);
const nodes = await startNodes(folder, atEnd);
const start = (settings: Record<string, string>) =>
  startServerProcess(
    {
      DATABASE_URL: nodes.databaseUrl,
      DATABASE_READ_URL: nodes.databaseReadUrl,
      DATA_DIR: folder,
      SECRET: 'a secret only for trying on one machine',
      PUBLIC_URL: publicUrl,
      DEMO: 'on',
      DRAIN_SECONDS: '3',
      ...settings,
    },
    (child) => atEnd.defer(() => void child.kill('SIGKILL')),
  );
const webPorts: [number, number] = [await freePort(), await freePort()];
print('Filling the database with the demo company…');
const first = await start({ ROLE: 'web', PORT: String(webPorts[0]) });
await start({ ROLE: 'web', PORT: String(webPorts[1]) });
await start({ ROLE: 'jobs' });
const proxy = startWebProxy(port, webPorts);
atEnd.defer(() => void proxy.kill());
print(first.printed().trim());
const primary = await nodes.primary();
print(`The primary is node ${primary}. To see another node take over, kill it:`);
print(`  kill -9 ${nodes.processesOf(primary).join(' ')}`);
print('Ctrl-C stops and deletes everything.');

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
