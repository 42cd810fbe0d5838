import { fillDemo } from './engine.ts';

/** Fills the demo company in once; every server of the journeys begins with a copy of it. */
// biome-ignore lint/style/noDefaultExport: Playwright calls it.
export default async function setUp(): Promise<void> {
  process.env.E2E_DEMO = JSON.stringify(await fillDemo());
}
