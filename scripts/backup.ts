import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { Temporal } from 'temporal-polyfill';
import { backUp } from '../server/backup/backup.ts';
import { readPassphrase } from '../server/backup/passphrase.ts';
import { readEnv } from '../server/env.ts';

/** Writes a backup of the platform to a new file; servers may be running. */
async function run(): Promise<string> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [file, ...others] = positionals;
  if (!file || others.length > 0) throw new Error('Usage: npm run backup -- <new file>');
  const passphrase = await readPassphrase(process.env);
  const { databaseUrl, dataDir, secret, isSecretGenerated } = await readEnv(process.env);
  const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));
  const now = Temporal.Now.instant();
  const bytes = await backUp(file, {
    databaseUrl,
    dataDir,
    secret,
    isSecretGenerated,
    version,
    passphrase,
    now,
  });
  const size = `${(bytes / 1e6).toFixed(1)} MB`;
  return passphrase
    ? `The encrypted backup ${file} is complete (${size}).`
    : `The backup ${file} is complete (${size}). It is not encrypted and contains personal data${isSecretGenerated ? ' and the secret' : ''}.`;
}

await run().then(
  (line) => console.log(line),
  (error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  },
);
