import { readFile } from 'node:fs/promises';

/** The minimum length of a passphrase. Whoever steals a backup can try passphrases without limit. */
const shortest = 12;

/**
 * Returns the passphrase for backups: BACKUP_PASSPHRASE, or the content of the file BACKUP_PASSPHRASE_FILE,
 * or undefined if neither is set. The passphrase is never a command-line argument, because other users of the
 * machine can see the arguments.
 */
export async function readPassphrase(source: NodeJS.ProcessEnv): Promise<string | undefined> {
  const { BACKUP_PASSPHRASE: text, BACKUP_PASSPHRASE_FILE: file } = source;
  if (text && file) throw new Error('Set BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE, not both.');
  if (!text && !file) return undefined;
  const passphrase = text || (await readText(String(file)));
  if (passphrase.length < shortest)
    throw new Error(`The passphrase for backups must have ${shortest} characters or more.`);
  return passphrase;
}

async function readText(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error) => {
    throw new Error(`BACKUP_PASSPHRASE_FILE: not readable: ${error.message}`);
  });
  return text.replace(/\r?\n$/, '');
}
