import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';

/** The maximum number of pending calls, which limits the queue if the server is too slow for the rate. */
const mostConcurrent = 40;
/**
 * How many readers measure the age of responses, and how long each pauses, in milliseconds. The pause is far
 * shorter than the time for which responses may be served from memory, but long enough not to take the
 * processor from the readers whose speed is measured.
 */
const [readers, pause] = [2, 10];

const agent = new Agent({ keepAlive: true });
/** After how many milliseconds a call without a response has failed. */
const longestCall = 10_000;

/**
 * Makes a call and returns the body of the response. Rejects if the call fails. `fetch` would take nearly twice as much
 * processor time, which the server needs.
 */
function call(method: 'GET' | 'POST', url: string, headers: object, body = ''): Promise<string> {
  const signal = AbortSignal.timeout(longestCall);
  const succeeded = method === 'POST' ? 201 : 200;
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method, headers: { ...headers }, signal }, (answer) => {
      text(answer).then((answered) => {
        if (answer.statusCode === succeeded) resolve(answered);
        else reject(new Error(`${answer.statusCode} ${answered}`));
      }, reject);
    });
    sent.on('error', reject).end(body);
  });
}

/**
 * Logs activities at a fixed rate, by people in turn, and meanwhile keeps reading the number of activities
 * from `counted`. `stop` returns how many activities were logged, the 99th percentile of the response times
 * of these calls, and the age of the oldest response read, both in milliseconds. The age of a response is the
 * time since the confirmation of the first activity that it lacks. Throws if a call fails.
 */
export async function logAtRate(address: string, cookies: string[], perSecond: number, counted: string) {
  let isOver = false;
  /** When the n-th activity was confirmed. */
  const confirmed: number[] = [];
  const latencies: number[] = [];
  const log = async (n: number) => {
    const began = performance.now();
    const activity = JSON.stringify({
      performedAt: new Date(Date.now() - 86_400_000 * (n % 60)).toISOString().slice(0, 10),
      sport: '/platform/api/sports/1',
      amountType: 'steps',
      steps: 4321,
    });
    const headers = { cookie: cookies[n % cookies.length], 'content-type': 'application/json' };
    await call('POST', `${address}/platform/api/activities`, headers, activity);
    confirmed.push(performance.now());
    latencies.push(performance.now() - began);
  };
  const read = async (more = {}): Promise<number> => {
    // Reads as a person who makes no other calls, because the server serves the heaviest users of the database last.
    const answered = await call('GET', address + counted, { cookie: cookies.at(-1), ...more });
    return (JSON.parse(answered) as { activities: number }).activities;
  };
  // Without the header, the number could lack activities that were logged just before.
  const before = await read({ 'cache-control': 'no-cache' });
  const logging = (async () => {
    const began = performance.now();
    const open = new Set<Promise<void>>();
    for (let n = 0; !isOver; n += 1) {
      await setTimeout(Math.max(0, began + (n * 1000) / perSecond - performance.now()));
      if (open.size >= mostConcurrent) await Promise.race(open);
      const one = log(n).finally(() => open.delete(one));
      open.add(one);
    }
    await Promise.all(open);
  })();
  const readBoards = async () => {
    let oldest = 0;
    while (!isOver) {
      const asked = performance.now();
      const missing = confirmed[(await read()) - before];
      if (missing !== undefined) oldest = Math.max(oldest, asked - missing);
      await setTimeout(pause);
    }
    return oldest;
  };
  const reading = Promise.all(Array.from({ length: readers }, readBoards));
  return {
    async stop() {
      isOver = true;
      await logging;
      latencies.sort((a, b) => a - b);
      const p99 = latencies[Math.floor(latencies.length * 0.99)] ?? Number.NaN;
      return { logged: confirmed.length, p99, oldest: Math.max(...(await reading)) };
    },
  };
}
