import type { Engine, Platform, Template } from './platform.ts';

/** What goes wrong, and how to look at what that does. */
export interface Fault {
  name: string;
  engine: Engine;
  /** Returns what was seen in a few words. What is wrong goes to `failures`; a thrown error is wrong as well. */
  run(round: Round): Promise<string>;
}

/** One run of one fault. */
export interface Round {
  template: Template;
  /** What is wrong, a line each. */
  failures: string[];
  /** Gives back what the run has taken: processes, folders, mounts. Done when it ends or is interrupted. */
  atEnd: AsyncDisposableStack;
}

/** Thrown where the machine cannot bear the fault: no reason to fail. */
export class Skipped extends Error {}

export type Server = Awaited<ReturnType<Platform['start']>>;
