import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, realpath, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { readEnv } from '../env.ts';
import { lockFolder } from './folder-lock.ts';

let root: string;
beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'challenge-lock-')));
});
afterAll(async () => {
  await rm(root, { recursive: true });
});

const emptyFolder = () => mkdtemp(join(root, 'data-'));

/** A separate process that locks the folder named in each line of its input; an empty line unlocks the folder. */
interface Process {
  child: ChildProcess;
  take(folder: string): Promise<string>;
  release(): Promise<string>;
  end(signal: NodeJS.Signals): Promise<unknown>;
}

const program = `
  import { createInterface } from 'node:readline';
  import { lockFolder } from ${JSON.stringify(new URL('./folder-lock.ts', import.meta.url).href)};
  if (process.argv[1]) process.setuid(Number(process.argv[1]));
  let unlock;
  for await (const folder of createInterface({ input: process.stdin })) {
    if (folder) {
      try { unlock = await lockFolder(folder, 500); console.log('taken'); } catch (error) { console.log(error.message); }
    } else { unlock?.(); unlock = undefined; console.log('free'); }
  }`;

async function startProcess(user = ''): Promise<Process> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program, user], {
    // Each process gets its own temporary folder, as with systemd and containers.
    env: { PATH: process.env.PATH, TMPDIR: await emptyFolder() } as NodeJS.ProcessEnv,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (line: string) => {
    child.stdin.write(`${line}\n`);
    return String((await lines.next()).value);
  };
  return {
    child,
    take: ask,
    release: () => ask(''),
    end: async (signal) => {
      const exit = once(child, 'exit');
      child.kill(signal);
      await exit;
    },
  };
}

describe.skipIf(inject('template').engine === 'postgresql')('the lock on a data folder', () => {
  it('keeps out other processes, whatever their TMPDIR', async () => {
    const folder = await emptyFolder();
    const [first, second] = [await startProcess(), await startProcess()];
    expect(await first.take(folder)).toBe('taken');
    expect(await second.take(folder)).toBe(`Another process uses the data in ${folder}: stop it first.`);
    await first.release();
    expect(await second.take(folder)).toBe('taken');
    await Promise.all([first, second].map((one) => one.end('SIGTERM')));
  });

  it('applies to every path to the folder', async () => {
    const folder = await emptyFolder();
    const link = join(await emptyFolder(), 'link');
    await symlink(folder, link);
    const [first, second] = [await startProcess(), await startProcess()];
    expect(await first.take(folder)).toBe('taken');
    for (const path of [link, `${folder}/`, join(root, '.', 'x', '..', folder.slice(root.length))])
      expect(await second.take(path)).toContain('Another process uses the data');
    expect(await second.take(relative(process.cwd(), folder))).toContain('Another process uses the data');
    await Promise.all([first, second].map((one) => one.end('SIGTERM')));
  });

  it('is granted to exactly one of three concurrent processes', async () => {
    const processes = await Promise.all([startProcess(), startProcess(), startProcess()]);
    for (let round = 0; round < 10; round += 1) {
      const folder = await emptyFolder();
      const answers = await Promise.all(processes.map((one) => one.take(folder)));
      expect(answers.filter((answer) => answer === 'taken')).toHaveLength(1);
      await Promise.all(processes.map((one) => one.release()));
    }
    await Promise.all(processes.map((one) => one.end('SIGTERM')));
  });

  it('is released when its process is killed', async () => {
    const folder = await emptyFolder();
    for (let round = 0; round < 3; round += 1) {
      const [first, next] = [await startProcess(), await startProcess()];
      expect(await first.take(folder)).toBe('taken');
      first.child.kill('SIGKILL');
      expect(await next.take(folder)).toBe('taken');
      await next.end('SIGKILL');
    }
  });

  it('prevents a process from opening a folder twice', async () => {
    const folder = await emptyFolder();
    const unlock = await lockFolder(folder, 0);
    await expect(lockFolder(folder, 0)).rejects.toThrow(/Another process uses the data/);
    unlock();
    (await lockFolder(folder, 0))();
  });

  it('fails with an explanation if the folder is read-only', async () => {
    const parent = await emptyFolder();
    const folder = join(parent, 'read-only');
    await mkdir(folder);
    await chmod(folder, 0o555);
    for (const above of [root, parent]) await chmod(above, 0o755);
    // Root can write to read-only folders.
    const isRoot = process.getuid?.() === 0;
    const other = await startProcess(isRoot ? '65534' : '');
    for (const path of [folder, join(folder, 'data')])
      expect(await other.take(path)).toMatch(/^The data folder \S+read-only\S* cannot be used: .+\.$/);
    await other.end('SIGTERM');
  });
});

it('a new data folder can be read only by its owner, whether the lock or the generated secret creates it', async () => {
  const [locked, read] = [join(root, 'locked'), join(root, 'settings')];
  (await lockFolder(locked, 500))();
  await readEnv({ DATA_DIR: read });
  for (const folder of [locked, read]) expect((await stat(folder)).mode & 0o077).toBe(0);
});
