import { readFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { type Database, openDatabase } from '../db/db.ts';
import { type InitialState, type Run, readInitialState, resetToInitialState } from './initial-state.ts';

/** An embedded engine of this worker. */
interface Engine {
  pglite: PGlite;
  run: Run;
  initial: InitialState;
}

/** The engines that no test is using, kept because opening an engine takes ten times as long as emptying one. */
const idle: Engine[] = [];

/** Opens an engine on a copy of the template, or reuses one that an earlier test has returned. */
export async function embeddedDatabase(template: string, detailsKey?: string): Promise<Database> {
  const engine = idle.pop() ?? (await openEngine(template));
  const database = await openDatabase({ pglite: engine.pglite, detailsKey });
  return {
    ...database,
    close: async () => {
      await database.close();
      if (await isEmptied(engine)) idle.push(engine);
      else await engine.pglite.close();
    },
  };
}

async function openEngine(template: string): Promise<Engine> {
  const pglite = await PGlite.create({ loadDataDir: new Blob([new Uint8Array(await readFile(template))]) });
  const run: Run = async (statement, values) =>
    (await pglite.query<Record<string, unknown>>(statement, values)).rows;
  return { pglite, run, initial: await readInitialState(run) };
}

async function isEmptied({ pglite, run, initial }: Engine): Promise<boolean> {
  // A test may have left a transaction open.
  await pglite.exec('rollback; deallocate all; reset all; unlisten *; select pg_advisory_unlock_all()');
  return resetToInitialState(run, initial);
}
