import { Worker } from 'node:worker_threads';
import { limitComputing } from './cpu-time-limit.ts';
import { ProblemError } from './problem-error.ts';

/** A task used more CPU time or memory than its pool allows. */
export class ThreadLimit extends Error {}

interface Limits {
  /** The number of threads. */
  threads: number;
  /** The CPU time of one task, in milliseconds. */
  computing: number;
  /** The memory of a thread, in megabytes. */
  memory: number;
  /** The number of waiting tasks; one more is refused. */
  waiting: number;
}

interface Job<Task, Outcome> {
  task: Task;
  resolve(outcome: Outcome): void;
  reject(failure: unknown): void;
}

/** An idle thread ends after this time, which frees the memory of its libraries. In milliseconds. */
const idleTime = 60_000;

/** When to retry, in seconds: most tasks take less. */
const later = 2;

/**
 * Runs tasks in threads, so that a long one does not block anything else. The script posts one message per task. A
 * thread whose task exceeds a limit is terminated, and the next task starts another.
 */
export class ThreadPool<Task, Outcome> {
  readonly #script: URL;
  readonly #limits: Limits;
  readonly #waiting: Job<Task, Outcome>[] = [];
  /** Each with the timer that will end it. */
  readonly #idle = new Map<Worker, NodeJS.Timeout>();
  #threads = 0;

  constructor(script: URL, limits: Limits) {
    this.#script = script;
    this.#limits = limits;
  }

  /** Throws a ThreadLimit if the task takes too much, 503 if too many are waiting. */
  run(task: Task): Promise<Outcome> {
    if (this.#waiting.length >= this.#limits.waiting)
      return Promise.reject(new ProblemError(503, 'busy', [], later));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ task, resolve, reject });
      this.#next();
    });
  }

  #next(): void {
    if (this.#waiting.length === 0) return;
    const [idle] = this.#idle.keys();
    const thread = idle ?? (this.#threads < this.#limits.threads ? this.#start() : undefined);
    const job = thread && this.#waiting.shift();
    if (thread && job) this.#give(thread, job);
  }

  #start(): Worker {
    this.#threads += 1;
    const { memory } = this.#limits;
    const thread = new Worker(this.#script, {
      resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 32 },
    });
    // Its task gets the error; an idle or ending thread has no task.
    thread.on('error', () => {});
    thread.once('exit', () => {
      this.#threads -= 1;
      clearTimeout(this.#idle.get(thread));
      this.#idle.delete(thread);
      this.#next();
    });
    return thread;
  }

  #give(thread: Worker, { task, resolve, reject }: Job<Task, Outcome>): void {
    const fail = (failure: unknown) => {
      release();
      reject(failure);
      void thread.terminate();
    };
    const onMessage = (outcome: Outcome) => {
      release();
      resolve(outcome);
      this.#rest(thread);
    };
    const onError = (error: NodeJS.ErrnoException) =>
      fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new ThreadLimit('too much memory') : error);
    const onExit = () => fail(new Error('a thread ended without a result'));
    const endWatch = limitComputing(thread, this.#limits.computing, () =>
      fail(new ThreadLimit('too much time')),
    );
    const release = () => {
      endWatch();
      thread.off('message', onMessage).off('exit', onExit).off('error', onError);
    };
    thread.on('message', onMessage).on('exit', onExit).on('error', onError);
    clearTimeout(this.#idle.get(thread));
    this.#idle.delete(thread);
    thread.ref();
    thread.postMessage(task);
  }

  /** Keeps an idle thread for the next task for a while; it does not keep the process alive. */
  #rest(thread: Worker): void {
    thread.unref();
    const timer = setTimeout(() => {
      // It takes no more tasks while it is ending.
      this.#idle.delete(thread);
      void thread.terminate();
    }, idleTime);
    timer.unref();
    this.#idle.set(thread, timer);
    this.#next();
  }
}
