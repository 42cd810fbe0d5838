import { clampChroma, formatHex, type Oklch, oklch, wcagContrast } from 'culori';
import type { Db } from '../../db/db.ts';
import type { Accent } from '../../kit/mail-template.ts';
import { readConfig } from './config.ts';

/** Grounds and inks of the participants' app, as its theme.css has them, by day and by night. */
const looks = {
  light: { ground: '#f5efe0', raised: '#fcf8ee', onLight: '#fffaf0', onDark: '#14251d', towards: -1 },
  dark: { ground: '#16211c', raised: '#0f1814', onLight: '#efe8d6', onDark: '#1b0d05', towards: 1 },
} as const;

/** What texts need against their ground: WCAG 2.2, 1.4.3 (AA). */
const enough = 4.5;

/** The colours that replace the platform's signal colour in one look. */
export interface Signal {
  signal: string;
  onSignal: string;
  soft: string;
}

/**
 * A company's colour as the signal colour by day or by night: the same hue, as light or dark as texts on every ground of
 * that look need it, with the ink that can be read on it.
 */
export function signalOf(colour: string, look: keyof typeof looks): Signal {
  const { ground, raised, onLight, onDark, towards } = looks[look];
  let signal = oklch(colour) as Oklch;
  const isReadable = () =>
    [ground, raised].every((one) => wcagContrast(formatHex(clampChroma(signal, 'oklch')), one) >= enough);
  // At the end of the way there is black, or white.
  for (let step = 0; step < 100 && !isReadable(); step += 1)
    signal = { ...signal, l: Math.min(1, Math.max(0, signal.l + towards * 0.01)) };
  const hex = formatHex(clampChroma(signal, 'oklch'));
  const onSignal = wcagContrast(hex, onLight) >= wcagContrast(hex, onDark) ? onLight : onDark;
  const soft = formatHex(
    clampChroma({ ...signal, l: look === 'light' ? 0.93 : 0.27, c: Math.min(signal.c, 0.04) }, 'oklch'),
  );
  return { signal: hex, onSignal, soft };
}

/** The company's colour, as `#c2410c`; undefined if none is set. */
export async function companyColour(db: Db): Promise<string | undefined> {
  const colour = await readConfig(db, 'companyColour');
  return typeof colour === 'string' && /^#[0-9a-f]{6}$/i.test(colour) ? colour : undefined;
}

/** The company's colour in mails, which are on light ground: readable on it, and with letters that are readable on it. */
export async function mailAccent(db: Db): Promise<Accent | undefined> {
  const colour = await companyColour(db);
  if (!colour) return undefined;
  const { signal, onSignal } = signalOf(colour, 'light');
  return { ground: signal, on: onSignal };
}

/** The style of every page that puts the company's colour in place; empty if none is set. */
export async function companyStyle(db: Db): Promise<string> {
  const colour = await companyColour(db);
  if (!colour) return '';
  const declarations = (look: keyof typeof looks) => {
    const { signal, onSignal, soft } = signalOf(colour, look);
    return [
      `--signal:${signal};--on-signal:${onSignal};--signal-soft:${soft};--map-signal:${signal}`,
      // What the kit's own buttons take; its styles come later and would win with a plain `:root`.
      `--mantine-primary-color-filled:${signal};--mantine-primary-color-contrast:${onSignal}`,
      `--mantine-primary-color-filled-hover:color-mix(in srgb, ${signal} 88%, var(--ink))`,
    ].join(';');
  };
  // The bar is dark by day as well.
  const bar = `--bar-signal:${signalOf(colour, 'dark').signal}`;
  return `:root:root:root{${declarations('light')};${bar}}:root:root[data-mantine-color-scheme="dark"]{${declarations('dark')};${bar}}`;
}
