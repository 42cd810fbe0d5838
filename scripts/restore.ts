import { parseArgs } from 'node:util';
import type { Manifest } from '../server/backup/manifest.ts';
import { writeNewFile } from '../server/backup/new-file.ts';
import { readPassphrase } from '../server/backup/passphrase.ts';
import { checkBackup, restore } from '../server/backup/restore.ts';
import { readEnv } from '../server/env.ts';

const usage = `Usage: npm run restore -- <file> [options]
  --check               only check the file; change nothing
  --replace             delete the data that is there
  --change-engine       restore a backup of the embedded database into PostgreSQL, or the other way round
  --secret-to <file>    only write the secret in the backup to a new file`;

/** Checks or restores a backup. */
async function run(): Promise<string> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      check: { type: 'boolean', default: false },
      replace: { type: 'boolean', default: false },
      'change-engine': { type: 'boolean', default: false },
      'secret-to': { type: 'string' },
    },
  });
  const [file, ...others] = positionals;
  if (!file || others.length > 0) throw new Error(usage);
  const passphrase = await readPassphrase(process.env);
  const secretFile = values['secret-to'];
  if (values.check || secretFile) {
    const { manifest, secret } = await checkBackup(file, passphrase);
    if (secretFile) await writeSecret(secretFile, secret);
    return `The backup is complete: ${lineAbout(manifest)}.`;
  }
  const { databaseUrl, dataDir, secret, isSecretGenerated } = await readEnv(process.env);
  const { manifest, hasOtherSecret } = await restore(file, {
    databaseUrl,
    dataDir,
    secret: isSecretGenerated ? undefined : secret,
    passphrase,
    mayReplace: values.replace,
    mayChangeEngine: values['change-engine'],
  });
  const warning = hasOtherSecret
    ? '\nWarning: SECRET differs from the secret of the backup. Set SECRET to that secret before you start the server, otherwise connected accounts and second factors stop working. If the secret was generated, --secret-to writes it to a file.'
    : '';
  return `The backup is restored: ${lineAbout(manifest)}. The next start upgrades the database if necessary.${warning}`;
}

async function writeSecret(path: string, secret: string | undefined): Promise<void> {
  if (secret === undefined)
    throw new Error('The backup contains no secret, because SECRET was set when it was made.');
  await writeNewFile(
    path,
    (async function* () {
      yield Buffer.from(secret);
    })(),
  );
}

const lineAbout = ({ version, engine, createdAt }: Manifest) =>
  `version ${version}, ${engine === 'postgresql' ? 'PostgreSQL' : 'embedded database'}, made at ${createdAt}`;

await run().then(
  (line) => console.log(line),
  (error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  },
);
