import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, inject, it, onTestFinished } from 'vitest';
import { onCluster } from '../../scripts/postgresql.ts';
import { Pool } from './pool.ts';

const template = inject('template');

it.skipIf(template.engine === 'embedded')(
  'a caller that holds the only connection gets another once the server has one',
  async () => {
    const { cluster } = template as Extract<typeof template, { engine: 'postgresql' }>;
    const role = `few_${randomUUID().replaceAll('-', '')}`;
    await onCluster(cluster, `create role ${role} login connection limit 2`);
    onTestFinished(() => onCluster(cluster, `drop role ${role}`));
    const url = new URL(cluster);
    url.username = role;
    const other = new pg.Client(url.href);
    await other.connect();
    const pool: pg.Pool = new Pool({ connectionString: url.href, max: 2 });
    const first = await pool.connect();
    const second = pool.connect();
    // The server has refused the second connection.
    await expect.poll(() => pool.options.max).toBe(1);
    await other.end();
    expect((await (await second).query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    for (const client of [first, await second]) client.release();
    await pool.end();
  },
);
