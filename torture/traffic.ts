import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type Answer, type Request, send } from './answer.ts';
import { looks } from './looks.ts';
import { signIn } from './sign-in.ts';

/** `quiet`: everything works. `away`: 503 is correct. `broken`: the process is gone, so connections may break too. */
export type Phase = 'quiet' | 'away' | 'broken';

/** People who log activities continuously and record the acknowledged ones, with page requests beside them. */
export interface Traffic {
  answers: Answer[];
  phases: { phase: Phase; since: number }[];
  /** Everything that was sent, with the acknowledged id, if any. */
  sent: Map<string, string | undefined>;
  enter(phase: Phase): void;
  /** Sends everything to another address from now on; pauses if undefined. */
  moveTo(address: string | undefined): void;
  /** Waits until a number of further activities are acknowledged, or a timeout. */
  acknowledged(count: number, within: number): Promise<boolean>;
  /** Waits until everybody has been served again; returns those who were not in time. */
  recovered(within: number): Promise<number[]>;
  /** Ends the traffic and waits for running requests. */
  stop(): Promise<void>;
}

interface TrafficOptions {
  /** How many people log at the same time. */
  loggers?: number;
  /** A text for every activity besides its name; long texts fill a database. */
  filler?: string;
  /** The pause of each person between two activities, in milliseconds. */
  rest?: number;
}

const restOfLooks = 300;
/** The number of days for activities, all within the running challenge, as boards of closed ones do not change. */
const days = 5;

export async function startTraffic(
  address: string,
  people: string[],
  { loggers = 8, filler = '', rest = 25 }: TrafficOptions = {},
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
          performedAt: new Date(Date.now() - (traffic.sent.size % days) * 86_400_000)
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
    ...looks(cookies[0] ?? '').map((look) => repeat(restOfLooks, () => look)),
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
