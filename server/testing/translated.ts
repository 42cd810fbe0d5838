import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { Problem } from '../../contract/kit/problem.ts';

/**
 * Expects a problem to have violations on the same fields as the English problem, with messages in the given language.
 */
export function expectTranslated(language: 'fr' | 'nl', problem: Problem, english: Problem): void {
  const file = new URL(`../../web/i18n/${language}/validation.json`, import.meta.url);
  const texts = JSON.parse(readFileSync(file, 'utf8'));
  const expected = english.violations?.map(({ propertyPath, code }) => {
    const [group = '', name = ''] = code.split('.');
    return { propertyPath, code, message: expect.stringMatching(filledIn(texts[group][name])) };
  });
  expect(problem.status).toBe(english.status);
  expect(problem.violations).toEqual(expected);
  for (const [index, { message }] of (problem.violations ?? []).entries())
    expect(message).not.toBe(english.violations?.[index]?.message);
}

/** Returns a pattern that matches a text with any values in its placeholders. */
const filledIn = (text: string) =>
  new RegExp(
    `^${text
      .split(/\{\{[^}]+\}\}/)
      .map(RegExp.escape)
      .join('.+')}$`,
  );
