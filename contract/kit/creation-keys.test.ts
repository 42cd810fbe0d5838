import { expect, it } from 'vitest';
import { creationKeys } from './creation-keys.ts';

it('gives each call a key of its own', () => {
  const keys = creationKeys();
  expect(keys.keyOf('one')).toMatch(/^[0-9a-f]{32}$/);
  expect(keys.keyOf('one')).not.toBe(keys.keyOf('two'));
});

it('keeps a key for retries without an answer, and makes a new one after an answer', () => {
  const keys = creationKeys();
  const first = keys.keyOf('one');
  expect(keys.keyOf('one')).toBe(first);
  keys.answered('one', 503);
  expect(keys.keyOf('one')).toBe(first);
  keys.answered('one', 422);
  const second = keys.keyOf('one');
  expect(second).not.toBe(first);
  keys.answered('one', 201);
  expect(keys.keyOf('one')).not.toBe(second);
});
