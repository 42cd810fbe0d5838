import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type Answer, type Request, send } from './answer.ts';
import { readRequests } from './read-requests.ts';
import { signIn } from './sign-in.ts';

/**
 * The state of the server. `quiet`: all requests must succeed. `away`: 503 is correct. `broken`: the process is gone,
 * so connections may also break.
 */
export type Phase = 'quiet' | 'away' | 'broken';

/**
 * Simulates people who continuously log activities, and records which activities are acknowledged; makes other requests
 * at the same time.
 */
export interface Traffic {
  answers: Answer[];
  phases: { phase: Phase; since: number }[];
  /** The names of all activities that were sent, each with its id if the server acknowledged the activity. */
  sent: Map<string, string | undefined>;
  enter(phase: Phase): void;
  /** Sends all requests to another address from now on; pauses if it is undefined. */
  moveTo(address: string | undefined): void;
  /**
   * Waits until `count` more activities are acknowledged, or until the timeout; returns whether that many were
   * acknowledged.
   */
  acknowledged(count: number, within: number): Promise<boolean>;
  /**
   * Waits until everybody has been able to log an activity again; returns the numbers of the people who could not do so
   * in time.
   */
  recovered(within: number): Promise<number[]>;
  /** Stops sending requests and waits for the running ones. */
  stop(): Promise<void>;
}

export interface TrafficOptions {
  /** The number of people who log activities at the same time. */
  loggers?: number;
  /** A text to add to every activity; long texts fill a database. */
  filler?: string;
  /** Each person's pause between two activities, in milliseconds. */
  rest?: number;
  /** The latest day on which activities are logged, in days before today. */
  since?: number;
}

const pauseBetweenReads = 300;
/**
 * The number of days on which activities are logged. All are within the running challenge, because boards of closed
 * challenges do not change.
 */
const days = 5;

export async function startTraffic(
  address: string,
  people: string[],
  { loggers = 8, filler = '', rest = 25, since = 0 }: TrafficOptions = {},
): Promise<Traffic> {
  const cookies: string[] = [];
  for (const username of people.slice(0, loggers)) cookies.push(await signIn(address, username));
  const traffic: Pick<Traffic, 'answers' | 'phases' | 'sent'> = {
    answers: [],
    phases: [{ phase: 'quiet', since: performance.now() }],
    sent: new Map(),
  };
  const of = randomUUID().slice(0, 8);
  let at: string | undefined = address;
  let isOver = false;
  const repeat = async (rest: number, next: () => Request) => {
    while (!isOver) {
      if (at) traffic.answers.push(await send(at, next()));
      await setTimeout(rest);
    }
  };
  const log = (by: number) =>
    repeat(rest, () => {
      const name = `torture ${of} ${traffic.sent.size}`;
      traffic.sent.set(name, undefined);
      return {
        what: 'POST /platform/api/activities',
        kind: 'log',
        by,
        cookie: cookies[by] ?? '',
        body: {
          performedAt: new Date(Date.now() - (since + (traffic.sent.size % days)) * 86_400_000)
            .toISOString()
            .slice(0, 10),
          sport: `/platform/api/sports/${1 + (traffic.sent.size % 3)}`,
          amountType: 'steps',
          steps: 1000 + traffic.sent.size,
          info: `${name} ${filler}`.trim(),
        },
        acknowledged: (uuid) => traffic.sent.set(name, uuid),
      };
    });
  const running = [
    ...Array.from({ length: loggers }, (_, by) => log(by)),
    ...readRequests(cookies[0] ?? '').map((request) => repeat(pauseBetweenReads, () => request)),
  ];
  const isServed = ({ kind, status }: Answer) => kind === 'log' && status === 201;
  const until = async (isReached: () => boolean, within: number) => {
    const end = performance.now() + within;
    while (!isReached() && performance.now() < end) await setTimeout(50);
    return isReached();
  };
  return {
    ...traffic,
    enter: (phase) => void traffic.phases.push({ phase, since: performance.now() }),
    moveTo(address) {
      at = address;
    },
    acknowledged: (count, within) => {
      const before = traffic.answers.filter(isServed).length;
      return until(() => traffic.answers.filter(isServed).length >= before + count, within);
    },
    recovered: async (within) => {
      const since = performance.now();
      const missing = () => {
        const served = new Set(
          traffic.answers.filter((one) => isServed(one) && one.begin >= since).map(({ by }) => by),
        );
        return cookies.map((_, by) => by).filter((by) => !served.has(by));
      };
      await until(() => missing().length === 0, within);
      return missing();
    },
    stop: async () => {
      isOver = true;
      await Promise.all(running);
    },
  };
}
