import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../scripts/free-port.ts';
import nodeFlags from '../../scripts/node-flags.json' with { type: 'json' };

const thisVersion = fileURLToPath(new URL('../main.ts', import.meta.url));
/** The folder of Node's compile cache, which halves the start-up time of a process. */
const compiled = join(tmpdir(), `challenge-compiled-${process.getuid?.() ?? 0}`);

/** A server in its own process, ready for requests. */
export interface ServerProcess {
  address: string;
  child: ChildProcess;
  /** Everything that the process has printed so far. */
  printed(): string;
  /** Sends a signal and waits for the process to exit; returns the exit code or the signal. */
  end(signal: NodeJS.Signals): Promise<number | string>;
}

/**
 * Starts a server, by default `server/main.ts`, with these settings on a free port and waits until it is ready. Before
 * waiting, calls `started` with the process.
 */
export async function startServerProcess(
  settings: Record<string, string>,
  started?: (child: ChildProcess) => void,
  main = thisVersion,
): Promise<ServerProcess> {
  const port = settings.PORT ?? (await freePort());
  const child = spawn(process.execPath, [...nodeFlags, main], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: compiled,
      // As in production; see scripts/start.mjs.
      MALLOC_ARENA_MAX: '2',
      MALLOC_MMAP_THRESHOLD_: '131072',
      LOG_LEVEL: 'error',
      PORT: String(port),
      ...settings,
    },
  });
  started?.(child);
  let output = '';
  const ready = new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      if (/Ready at|Running jobs/.test(output)) resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${output}`)));
  });
  await ready;
  return {
    address: `http://127.0.0.1:${port}`,
    child,
    printed: () => output,
    end: async (signal) => {
      const exit = once(child, 'exit');
      child.kill(signal);
      const [code, endedBy] = await exit;
      return code ?? endedBy;
    },
  };
}
