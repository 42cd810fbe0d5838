import { fillDemo } from './engine.ts';

/** Fills a database with the demo company once; every server in the browser tests starts with a copy of it. */
// biome-ignore lint/style/noDefaultExport: Playwright calls it.
export default async function setUp(): Promise<void> {
  process.env.E2E_DEMO = JSON.stringify(await fillDemo());
}
