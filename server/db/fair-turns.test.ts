import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FairTurns } from './fair-turns.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Waits for a turn, adds the name of its owner to `order`, and keeps the turn for the given time. */
function use(turns: FairTurns, order: string[], by: string | undefined, milliseconds: number) {
  return turns.begin(by, 60_000).then((end) => {
    order.push(by ?? 'everybody');
    setTimeout(end, milliseconds);
  });
}

it('gives the next turn to work that everybody needs, then to whoever has used the database least', async () => {
  const turns = new FairTurns(() => 1);
  const order: string[] = [];
  for (let n = 0; n < 3; n += 1) use(turns, order, 'heavy', 100);
  await vi.advanceTimersByTimeAsync(50);
  use(turns, order, 'light', 10);
  use(turns, order, 'light', 10);
  use(turns, order, undefined, 10);
  await vi.advanceTimersByTimeAsync(1000);
  expect(order).toEqual(['heavy', 'everybody', 'light', 'light', 'heavy', 'heavy']);
});

it('forgets over time how much people have used the database', async () => {
  const turns = new FairTurns(() => 1);
  const order: string[] = [];
  use(turns, order, 'long ago', 400);
  await vi.advanceTimersByTimeAsync(60_000);
  use(turns, order, 'just now', 100);
  await vi.advanceTimersByTimeAsync(100);
  use(turns, order, 'other', 100);
  use(turns, order, 'just now', 100);
  use(turns, order, 'long ago', 100);
  await vi.advanceTimersByTimeAsync(1000);
  expect(order.slice(2)).toEqual(['other', 'long ago', 'just now']);
});

it('rejects callers that have waited too long, without losing a turn', async () => {
  const turns = new FairTurns(() => 2);
  const [endOne, endOther] = [await turns.begin('a', 100), await turns.begin('b', 100)];
  const late = expect(turns.begin('c', 100)).rejects.toThrow('no turn in time');
  await vi.advanceTimersByTimeAsync(100);
  await late;
  const next = turns.begin('d', 100);
  endOne();
  endOne();
  const waiting = expect(turns.begin('e', 100)).rejects.toThrow('no turn in time');
  await vi.advanceTimersByTimeAsync(100);
  await waiting;
  (await next)();
  endOther();
  await Promise.all([turns.begin('f', 100), turns.begin('g', 100)]);
});

it('begins waiting turns when there are more', async () => {
  let most = 1;
  const turns = new FairTurns(() => most);
  const endFirst = await turns.begin('a', 100);
  const others = Promise.all([turns.begin('b', 100), turns.begin('c', 100)]);
  const late = expect(turns.begin('d', 100)).rejects.toThrow('no turn in time');
  most = 3;
  turns.beginWaiting();
  const ends = await others;
  await vi.advanceTimersByTimeAsync(100);
  await late;
  for (const end of [endFirst, ...ends]) end();
});
