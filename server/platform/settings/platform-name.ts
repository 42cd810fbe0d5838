import { defaultPlatformName } from '../../../contract/kit/platform-name.ts';
import type { Db } from '../../db/db.ts';
import { readConfig } from './config.ts';

/** Returns the platform's name as a single line of plain text. */
export async function platformName(db: Db): Promise<string> {
  const name = await readConfig(db, 'platformName');
  return typeof name === 'string' && name !== '' ? name : defaultPlatformName;
}
