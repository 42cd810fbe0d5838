import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';

/** Runs the audit against a registry at this address. */
async function audit(registry: string): Promise<{ status: number; printed: string }> {
  const child = spawn(process.execPath, ['scripts/audit.ts'], {
    env: { ...process.env, npm_config_registry: registry, npm_config_fetch_retries: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [printed, [status]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return { status, printed };
}

/** Runs the audit against a registry that knows these advisories. */
async function auditWith(advisories: object): Promise<{ status: number; printed: string; asked: object }> {
  let asked = {};
  const registry = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const body = Buffer.concat(parts);
    if (request.method === 'POST')
      asked = JSON.parse(
        String(request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body) || '{}',
      );
    response.writeHead(request.method === 'POST' ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(request.method === 'POST' ? advisories : {}));
  });
  registry.listen(0, '127.0.0.1');
  await once(registry, 'listening');
  const { port } = registry.address() as AddressInfo;
  const outcome = await audit(`http://127.0.0.1:${port}/`);
  registry.closeAllConnections();
  registry.close();
  return { ...outcome, asked };
}

const advisory = (name: string) => ({
  [name]: [
    {
      id: 1,
      url: 'https://advisories.example/1',
      title: 'Something is wrong',
      severity: 'high',
      vulnerable_versions: '*',
      cwe: [],
      cvss: { score: 0, vectorString: null },
    },
  ],
});

it('fails if a run-time package is vulnerable, and names it', async () => {
  const { status, printed, asked } = await auditWith(advisory('fastify'));
  expect(printed).toMatch(/^fastify: high$/m);
  expect(printed).toContain('Something is wrong https://advisories.example/1');
  expect(status).toBe(1);
  expect(Object.keys(asked)).toContain('kysely');
});

it('reports a vulnerable package without failing if only tests use it', async () => {
  const { status, printed } = await auditWith(advisory('smtp-server'));
  expect(printed).toContain('smtp-server: high (only for building and tests)');
  expect(status).toBe(0);
});

it('says that nothing was checked if the registry cannot be reached', async () => {
  const { status, printed } = await audit('http://127.0.0.1:9/');
  expect(printed).toContain('NOT checked');
  expect(status).toBe(2);
});
