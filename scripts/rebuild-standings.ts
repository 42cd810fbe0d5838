import { parseArgs } from 'node:util';
import { Temporal } from 'temporal-polyfill';
import { openDatabase } from '../server/db/db.ts';
import { migrate } from '../server/db/migrate.ts';
import { readEnv } from '../server/env.ts';
import { rebuildStandings } from '../server/rankings/standings.ts';

const { values } = parseArgs({ options: { 'including-closed': { type: 'boolean', default: false } } });
const database = await openDatabase(await readEnv(process.env));
await migrate(database.db);
await rebuildStandings(database.db, Temporal.Now.instant(), { includingClosed: values['including-closed'] });
console.log('The standings are made anew from the activities.');
await database.close();
