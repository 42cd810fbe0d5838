import { Worker } from 'node:worker_threads';
import { limitComputing } from './cpu-time-limit.ts';
import { ProblemError } from './problem-error.ts';

/** A task used more CPU time or memory than its pool allows. */
export class ThreadLimit extends Error {}

interface Limits {
  threads: number;
  /** The maximum CPU time of one task, in milliseconds. */
  computing: number;
  /** The maximum memory of a thread, in megabytes. */
  memory: number;
  /** How many tasks may wait; further tasks are refused. */
  waiting: number;
}

interface Job<Task, Outcome> {
  task: Task;
  resolve(outcome: Outcome): void;
  reject(failure: unknown): void;
}

/** How long an idle thread is kept, in milliseconds. Ending the thread frees the memory that its libraries use. */
const idleTime = 60_000;

/** When clients should retry after a 503, in seconds; most tasks take less time. */
const later = 2;

/**
 * Runs tasks in threads, so that a long task blocks nothing else. The script must post one message per task. A thread
 * whose task exceeds a limit is terminated, and the next task starts a new thread.
 */
export class ThreadPool<Task, Outcome> {
  readonly #script: URL;
  readonly #limits: Limits;
  readonly #waiting: Job<Task, Outcome>[] = [];
  /** The idle threads, each with the timer that will terminate the thread. */
  readonly #idle = new Map<Worker, NodeJS.Timeout>();
  #threads = 0;

  constructor(script: URL, limits: Limits) {
    this.#script = script;
    this.#limits = limits;
  }

  /** Runs a task. Throws a ThreadLimit if the task exceeds a limit, and 503 if too many tasks are waiting. */
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
    // `#give` passes the error to the thread's task; an idle or ending thread has no task.
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

  /** Keeps an idle thread for a while, in case another task arrives; the thread does not keep the process alive. */
  #rest(thread: Worker): void {
    thread.unref();
    const timer = setTimeout(() => {
      // A terminating thread must not get another task.
      this.#idle.delete(thread);
      void thread.terminate();
    }, idleTime);
    timer.unref();
    this.#idle.set(thread, timer);
    this.#next();
  }
}
