import { wcagContrast } from 'culori';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { signalOf } from './company-colour.ts';

const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, '0')}`);

it('makes the company’s colour readable on every background, and text readable on that colour', () => {
  fc.assert(
    fc.property(colour, (one) => {
      for (const [scheme, grounds] of [
        ['light', ['#f5efe0', '#fcf8ee']],
        ['dark', ['#16211c', '#0f1814']],
      ] as const) {
        const { signal, onSignal } = signalOf(one, scheme);
        for (const ground of grounds) expect(wcagContrast(signal, ground)).toBeGreaterThanOrEqual(4.5);
        expect(wcagContrast(signal, onSignal)).toBeGreaterThanOrEqual(4.5);
      }
    }),
  );
});

it('does not change a company colour that is already readable', () => {
  expect(signalOf('#0b5394', 'light').signal).toBe('#0b5394');
});
