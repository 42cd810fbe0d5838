import { expect, it } from 'vitest';
import * as faq from '../../contract/managed/faq.ts';
import { testApp } from '../testing/test-app.ts';

it('ignores search words in lists without searchable columns', async () => {
  const app = await testApp();
  const organiser = await app.organiser();
  const all = await organiser.call(faq.libraries.list, { query: {} });
  const sought = await organiser.call(faq.libraries.list, { query: { q: 'no such words' } });
  expect(sought['hydra:totalItems']).toBe(all['hydra:totalItems']);
  await app.close();
});
