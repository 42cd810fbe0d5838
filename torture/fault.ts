import type { Engine, Platform, Template } from './platform.ts';

/** A fault, and how to observe its effects. */
export interface Fault {
  name: string;
  engine: Engine;
  /**
   * Causes the fault and returns a summary of what happened. Problems are added to `failures`; an exception is also a
   * problem.
   */
  run(round: Round): Promise<string>;
}

/** A run of a fault. */
export interface Round {
  template: Template;
  /** The problems found, one line each. */
  failures: string[];
  /** Cleans up the run's processes, folders and mounts when the run ends or is interrupted. */
  atEnd: AsyncDisposableStack;
}

/** Thrown if the machine does not support the fault, which does not count as a failure. */
export class Skipped extends Error {}

export type Server = Awaited<ReturnType<Platform['start']>>;
