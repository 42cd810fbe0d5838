import { expect, it } from 'vitest';
import { proofsInPack, proofsInTests } from '../scripts/claims.ts';
import { claims } from '../server/overview/works-council-pack/claims.ts';

it('every claim of the works-council pack is proven by a test, and every tag names a claim', () => {
  const proven = Object.keys(proofsInTests());
  expect(claims.filter((claim) => !proven.includes(claim))).toEqual([]);
  expect(proven.filter((claim) => !(claims as readonly string[]).includes(claim))).toEqual([]);
});

it('the pack names the tests that prove its claims: npm run claims updates the names', () => {
  expect(proofsInPack()).toEqual(proofsInTests());
});
