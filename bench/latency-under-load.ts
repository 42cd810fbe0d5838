import { setTimeout } from 'node:timers/promises';
import { load } from './wrk.ts';

/** A server, and sessions for at least 202 different people. */
interface Served {
  address: string;
  cookies: string[];
}

/** What a normal user experiences while others send as many requests as they can. */
export interface Experience {
  /** Latencies in milliseconds. */
  median: number;
  p99: number;
  /** The number of responses to the normal user, and how many of these were refusals (503). */
  answers: number;
  refused: number;
  /** The number of successful responses to the others per second. */
  others: number;
}

/** The calls that a normal user makes in turn. */
const usual = [
  '/platform/api/stats_activities?periodType=challenge&limit=15',
  '/platform/api/person_infos/me',
  '/platform/api/activities?page=1',
  '/platform/api/challenges/current',
];
const pause = 20;

/** Measures the latency of a normal user's reads while 200 other people call `paths`, or log activities with `post`. */
export async function latencyUnderLoad(
  { address, cookies }: Served,
  paths: string[],
  seconds: number,
  post?: 'keyed',
): Promise<Experience> {
  const cookie = cookies.at(-1) as string;
  const latencies: number[] = [];
  let refused = 0;
  let isOver = false;
  const reading = (async () => {
    for (let n = 0; !isOver; n += 1) {
      const began = performance.now();
      const answer = await fetch(address + usual[n % usual.length], { headers: { cookie } });
      await answer.arrayBuffer();
      latencies.push(performance.now() - began);
      if (answer.status === 503) refused += 1;
      else if (answer.status !== 200) throw new Error(`${answer.status}`);
      await setTimeout(pause);
    }
  })();
  const requests = { address, cookies: cookies.slice(0, 200), paths, connections: 200, seconds };
  const others = await load({ ...requests, ...(post ? { post } : {}), mayBeRefused: true });
  isOver = true;
  await reading;
  latencies.sort((a, b) => a - b);
  const at = (part: number) => latencies[Math.floor(latencies.length * part)] ?? Number.NaN;
  return {
    median: at(0.5),
    p99: at(0.99),
    answers: latencies.length,
    refused,
    others: others.perSecond,
  };
}
