import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SimulatorState } from '../simulators/simulator-state.ts';

/** The file in which a demo stores the state of its simulated services. */
export interface ServicesFile {
  state: SimulatorState;
  /** Whether the state is new, because there was no readable file. */
  isNew: boolean;
  warnings: string[];
  /** Writes the state to the file. If the process is killed meanwhile, the file keeps the previous state. */
  save(): Promise<void>;
}

/** Opens the file in a data directory. An unreadable file is replaced, with a warning. */
export async function openServicesFile(dataDir: string): Promise<ServicesFile> {
  const file = join(dataDir, 'demo-services');
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const { state, warnings } = await read(file);
  const kept = state ?? new SimulatorState();
  let writing = Promise.resolve();
  let next: Promise<void> | undefined;
  const write = async () => {
    next = undefined;
    await writeFile(`${file}.new`, kept.toText(), { mode: 0o600 });
    await rename(`${file}.new`, file);
  };
  return {
    state: kept,
    isNew: state === undefined,
    warnings,
    save() {
      // Calls during a write share the next write, which begins after the current one.
      next ??= writing.then(write);
      writing = next.catch(() => undefined);
      return next;
    },
  };
}

async function read(file: string): Promise<{ state?: SimulatorState; warnings: string[] }> {
  try {
    return { state: SimulatorState.from(await readFile(file, 'utf8')), warnings: [] };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { warnings: [] };
    const reason = error instanceof Error ? error.message : String(error);
    return {
      warnings: [
        `Warning: the demo’s simulated services start without their earlier data, because ${file} cannot be read: ${reason}`,
      ],
    };
  }
}
