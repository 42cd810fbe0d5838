import { emptyDatabase } from './engine.ts';

// The server for the browser tests: the product's own, on an empty database of the engine in use.
Object.assign(process.env, await emptyDatabase(process.env.E2E_DATA_DIR));
await import('../server/main.ts');
