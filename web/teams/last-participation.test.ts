import { beforeEach, describe, expect, it } from 'vitest';
import {
  clearLastParticipation,
  lastParticipationPath,
  storeLastParticipation,
} from './last-participation.ts';

const uuid = '6f2b1f3a-0d2c-4c1e-9a56-0a5f6f1c2d3e';
const address = `https://challenge.example.com/base/teams/participate/${uuid}`;
const then = 1_800_000_000_000;

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  };
  Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true });
});

describe('the last participation page', () => {
  // spec: constant last participation, state after sign-in
  it.each([
    [0, true],
    [3_599_999, true],
    [3_600_000, false],
    [-1, false],
  ])('opens again within an hour (after %d milliseconds: %s)', (later, leads) => {
    storeLastParticipation(uuid, address, then);
    expect(lastParticipationPath(then + later)).toBe(leads ? `/teams/participate/${uuid}` : undefined);
  });

  it('is stored with its uuid, time and address, and can be cleared', () => {
    storeLastParticipation(uuid, address, then);
    expect(JSON.parse(kept.get('last-participation-page') ?? '')).toEqual({ uuid, timestamp: then, address });
    clearLastParticipation();
    expect(lastParticipationPath(then)).toBeUndefined();
  });

  it.each(['', 'null', '{', '[]', '{"uuid":5,"timestamp":1800000000000,"address":"x"}'])(
    'is ignored if the storage contains %j',
    (text) => {
      kept.set('last-participation-page', text);
      expect(lastParticipationPath(then)).toBeUndefined();
    },
  );

  it('is not kept if the browser has no storage', () => {
    Object.defineProperty(globalThis, 'localStorage', {
      get: () => {
        throw new Error('denied');
      },
      configurable: true,
    });
    storeLastParticipation(uuid, address, then);
    expect(lastParticipationPath(then)).toBeUndefined();
    clearLastParticipation();
  });
});
