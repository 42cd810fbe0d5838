import type { Db } from '../../db/db.ts';
import { companyColour } from './company-colour.ts';
import { readConfig } from './config.ts';

/** The header backgrounds from the theme.css of the participants' app. The browser's own bars use the same colours. */
const grounds = { dark: '#14251d', light: '#f5efe0', night: '#0a110e' };

/** Returns the colours of the browser's own bars in light and dark mode: the company's colour, or the header's. */
export async function barColours(db: Db): Promise<{ light: string; dark: string }> {
  const [colour, mode] = await Promise.all([companyColour(db), readConfig(db, 'headerMode')]);
  return { light: colour ?? (mode === 'light' ? grounds.light : grounds.dark), dark: grounds.night };
}
