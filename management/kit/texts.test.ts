import { expect, it } from 'vitest';
import french from '../i18n/fr.json' with { type: 'json' };

/** All texts in a part of the file. */
const textsOf = (part: unknown): string[] =>
  typeof part === 'string' ? [part] : Object.values(part as object).flatMap(textsOf);

it('French texts have a no-break space before punctuation, so that it stays on the line of its word', () => {
  expect(textsOf(french).filter((text) => / [:;?!»](?!\w)|« | %(?!\{)/.test(text))).toEqual([]);
});
