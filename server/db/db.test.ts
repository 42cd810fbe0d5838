import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import { expect, inject, it } from 'vitest';
import * as activities from '../../contract/activities.ts';
import { expectSumsToHold } from '../testing/sums.ts';
import { running, testApp } from '../testing/test-app.ts';
import { lockFolder } from './folder-lock.ts';

it('refuses a second lock on a data folder until the first is released', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'challenge-lock-'));
  const unlock = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toThrow(/Another process uses the data/);
  await unlock();
  await (await lockFolder(folder))();
  await rm(folder, { recursive: true });
});

it.skipIf(inject('template').engine === 'embedded')(
  'recovers after PostgreSQL ends every connection during a request',
  async () => {
    const app = await testApp();
    const person = await app.participant();
    const body = { performedAt: '2026-11-20', sport: running, amountType: 'steps', steps: 1 } as const;
    const underWay = Array.from({ length: 30 }, () =>
      person.send({ method: 'POST', url: activities.create.path, payload: body }),
    );
    await sql`
      select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(app.database.db);
    const statuses = (await Promise.all(underWay)).map(({ statusCode }) => statusCode);
    expect(statuses.every((status) => status === 201 || status === 503)).toBe(true);
    await person.call(activities.create, { body });
    await expectSumsToHold(app.database.db);
    await app.close();
  },
);

it.skipIf(inject('template').engine === 'postgresql')(
  'responds with 503 while the embedded engine hangs, rolls back open transactions, and recovers automatically',
  async () => {
    const app = await testApp();
    const person = await app.participant();
    const body = { performedAt: '2026-11-20', sport: running, amountType: 'steps', steps: 1 } as const;
    const log = () => person.send({ method: 'POST', url: activities.create.path, payload: body });
    const free = Promise.withResolvers<void>();
    const engine = app.database.pglite as PGlite;
    const execute = engine.execProtocolStream.bind(engine);
    // Delays every statement, like a disk that does not respond.
    engine.execProtocolStream = async (...statement) => {
      await free.promise;
      return execute(...statement);
    };
    const answers = await Promise.all([log(), log(), log()]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503]);
    expect((await person.send({ method: 'GET', url: '/readyz' })).statusCode).toBe(503);
    free.resolve();
    expect((await log()).statusCode).toBe(201);
    expect((await person.send({ method: 'GET', url: '/readyz' })).statusCode).toBe(200);
    const { rows } = await sql<{ count: number }>`select count(*)::int from activities`.execute(
      app.database.db,
    );
    expect(rows[0]?.count).toBe(1);
    await expectSumsToHold(app.database.db);
    await app.close();
  },
);
