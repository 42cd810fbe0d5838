import { defaultPlatformName } from '../../../contract/kit/platform-name.ts';
import type { Db } from '../../db/db.ts';
import { readConfig } from './config.ts';

/** The platform's name, as plain text of one line. */
export async function platformName(db: Db): Promise<string> {
  const name = await readConfig(db, 'platformName');
  return typeof name === 'string' && name !== '' ? name : defaultPlatformName;
}
