import type { Db } from '../../db/db.ts';
import { companyColour } from './company-colour.ts';
import { readConfig } from './config.ts';

/** The grounds of the participants' header, as its theme.css has them: what the browser's own bars go on from. */
const grounds = { dark: '#14251d', light: '#f5efe0', night: '#0a110e' };

/** The colours of the browser's own bars, by day and by night: the company's, or the header's. */
export async function barColours(db: Db): Promise<{ light: string; dark: string }> {
  const [colour, mode] = await Promise.all([companyColour(db), readConfig(db, 'headerMode')]);
  return { light: colour ?? (mode === 'light' ? grounds.light : grounds.dark), dark: grounds.night };
}
