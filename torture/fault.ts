import type { Engine, Platform, Template } from './platform.ts';

/** A fault, and how to observe its effects. */
export interface Fault {
  name: string;
  engine: Engine;
  /** Returns a summary of the observations. Adds problems to `failures`; an exception is a problem too. */
  run(round: Round): Promise<string>;
}

/** One run of one fault. */
export interface Round {
  template: Template;
  /** The problems, one line each. */
  failures: string[];
  /** Cleans up the run's processes, folders and mounts, when it ends or is interrupted. */
  atEnd: AsyncDisposableStack;
}

/** Thrown if the machine does not support the fault, which is no failure. */
export class Skipped extends Error {}

export type Server = Awaited<ReturnType<Platform['start']>>;
