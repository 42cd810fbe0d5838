import { expect, it } from 'vitest';
import { creationKeys } from './creation-keys.ts';

it('each call gets a different key', () => {
  const keys = creationKeys();
  expect(keys.keyOf('one')).toMatch(/^[0-9a-f]{32}$/);
  expect(keys.keyOf('one')).not.toBe(keys.keyOf('two'));
});

it('a call keeps its key for retries until a response arrives, and then gets a new key', () => {
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
