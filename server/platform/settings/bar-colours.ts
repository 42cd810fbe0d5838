import type { Db } from '../../db/db.ts';
import { companyColour } from './company-colour.ts';
import { readConfig } from './config.ts';

/** The backgrounds of the participants' header, as in its theme.css, which the browser's own bars continue. */
const grounds = { dark: '#14251d', light: '#f5efe0', night: '#0a110e' };

/** The colours of the browser's own bars, in light and dark mode: the company's, or the header's. */
export async function barColours(db: Db): Promise<{ light: string; dark: string }> {
  const [colour, mode] = await Promise.all([companyColour(db), readConfig(db, 'headerMode')]);
  return { light: colour ?? (mode === 'light' ? grounds.light : grounds.dark), dark: grounds.night };
}
