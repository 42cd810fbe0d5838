import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readEnv } from './env.ts';

it('distinguishes a generated secret, which backups include, from a secret in a variable or a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'challenge-env-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const secret = 'a secret of an installation, kept apart';
  const file = join(folder, 'a-secret');
  await writeFile(file, `${secret}\n`);
  const place = { DATA_DIR: join(folder, 'data') };
  expect(await readEnv({ ...place, SECRET: secret })).toMatchObject({ secret, isSecretGenerated: false });
  expect(await readEnv({ ...place, SECRET_FILE: file })).toMatchObject({ secret, isSecretGenerated: false });
  expect(await readEnv(place)).toMatchObject({ isSecretGenerated: true });
});
