import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const script = fileURLToPath(new URL('load.lua', import.meta.url));

/** The result of a load test: successful requests per second, failed requests, and latencies in milliseconds. */
export interface Load {
  perSecond: number;
  failed: number;
  median: number;
  p99: number;
}

/**
 * The requests of a load test. The paths are requested in turn, each with the next cookie. With `post`, activities are
 * posted instead, with or without an idempotency key; with `some`, only by about every twentieth request, with a key.
 */
export interface Requests {
  address: string;
  paths?: string[];
  cookies: string[];
  connections: number;
  seconds: number;
  post?: 'keyed' | 'unkeyed' | 'some';
  /** The average pause of each connection between two requests, in milliseconds. */
  pause?: number;
  /** Whether requests may fail; by default, a failed request is an error. */
  mayBeRefused?: boolean;
}

/**
 * Load-tests a local server with wrk. Throws if any request failed, because the speed of failed requests is
 * meaningless. With `mayBeRefused`, requests may fail, because something else is measured.
 */
export async function load(requests: Requests): Promise<Load> {
  const {
    address,
    paths = [],
    cookies,
    connections,
    seconds,
    post,
    pause = 0,
    mayBeRefused = false,
  } = requests;
  // Slow responses are part of the result, but a response that takes ten seconds is an error.
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', '-s', script, address];
  const { stdout: output } = await promisify(execFile)('wrk', args, {
    env: {
      ...process.env,
      BENCH_PATHS: paths.join('\n'),
      BENCH_COOKIES: cookies.join('\n'),
      ...(post ? { BENCH_POST: post } : {}),
      BENCH_PAUSE: String(pause),
    },
  });
  const [, answered, microseconds, median, p99, failed] =
    /RESULT (\d+) (\d+) (\d+) (\d+) (\d+)/.exec(output) ?? [];
  if (failed === undefined || (failed !== '0' && !mayBeRefused))
    throw new Error(`${failed} requests failed\n${output}`);
  return {
    perSecond: (Number(answered) - Number(failed)) / (Number(microseconds) / 1_000_000),
    failed: Number(failed),
    median: Number(median) / 1000,
    p99: Number(p99) / 1000,
  };
}
