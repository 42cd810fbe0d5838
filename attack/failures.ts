import type { FastifyInstance } from 'fastify';

/** Collects server errors, including the details that only operators see. */
export interface Failures {
  /** Returns the errors since the last call: where each came from in our code, and its message. */
  taken(): string[];
  stop(): void;
}

/** Matches the lines of a stack trace that are in our own code. */
const ours = /(?:server|contract)\/(?!testing)[\w/.-]+\.ts:\d+/g;

function describeFailure(failure: unknown): string {
  const { message = String(failure), stack = '' } = (failure ?? {}) as Error;
  const places = [...new Set(stack.match(ours) ?? [])].slice(0, 4);
  return `${message.slice(0, 200).replaceAll('\n', ' ')} (${places.join(' < ') || 'not in our code'})`;
}

/** Starts to collect failed requests, unhandled rejections and console output. */
export function collectFailures(app: FastifyInstance): Failures {
  const reports: string[] = [];
  const log = app.log as unknown as { child: (...args: unknown[]) => object; level: string };
  const child = log.child.bind(log);
  const note = (reported: unknown) => {
    const { err } = (reported ?? {}) as { err?: unknown };
    reports.push(describeFailure(err ?? reported));
  };
  log.child = (...args) => Object.assign(child(...args), { error: note, fatal: note });
  const { error } = console;
  const unhandled = (reason: unknown) => reports.push(`unhandled rejection: ${describeFailure(reason)}`);
  console.error = (...reported) => reports.push(`on the console: ${reported.map(describeFailure).join(' ')}`);
  process.on('unhandledRejection', unhandled);
  return {
    taken: () => reports.splice(0),
    stop: () => {
      console.error = error;
      log.child = child as never;
      process.off('unhandledRejection', unhandled);
    },
  };
}
