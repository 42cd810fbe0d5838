import { setTimeout } from 'node:timers/promises';
import { Temporal } from 'temporal-polyfill';

/**
 * The number of people who log activities continuously, and their pause between two activities, in milliseconds.
 * Together they log about 40 activities per second, as if each of the 10,000 people logged an activity every four
 * minutes.
 */
const loggers = 4;
const rest = 100;

/**
 * Lets the people with these session cookies log activities in the background. Returns a function that stops the
 * logging and summarises how many activities were logged and how long each took. The function throws if an activity was
 * refused.
 */
export function logInBackground(address: string, cookies: string[]): () => Promise<string> {
  let isOver = false;
  const logging = Array.from({ length: loggers }, (_, index) =>
    logUntil(address, cookies[index * 100] ?? '', () => isOver),
  );
  return async () => {
    isOver = true;
    const waits = (await Promise.all(logging)).flat().sort((one, other) => one - other);
    const at = (share: number) => (waits[Math.floor(waits.length * share)] ?? 0).toFixed(1);
    return `${waits.length} entries without an error: median ${at(0.5)} ms, 99 % ${at(0.99)} ms, longest ${waits.at(-1)?.toFixed(0)} ms`;
  };
}

/** Logs activities until stopped; returns how long each took, in milliseconds. Throws if an activity is refused. */
async function logUntil(address: string, cookie: string, isOver: () => boolean): Promise<number[]> {
  const waits: number[] = [];
  while (!isOver()) {
    const day = Temporal.Now.plainDateISO('Europe/Brussels').subtract({ days: waits.length % 60 });
    const begin = performance.now();
    const answer = await fetch(`${address}/platform/api/activities`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({
        performedAt: day.toString(),
        sport: '/platform/api/sports/1',
        amountType: 'steps',
        steps: 4321,
      }),
    });
    if (answer.status !== 200 && answer.status !== 201)
      throw new Error(`${answer.status} ${await answer.text()}`);
    await answer.arrayBuffer();
    waits.push(performance.now() - begin);
    await setTimeout(rest);
  }
  return waits;
}
