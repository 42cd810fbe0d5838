import type { Oklch } from 'culori';
// The whole library in one file: loading its 150 modules would take 0.1 s and 16 MB more.
import culori from 'culori/require';
import type { Db } from '../../db/db.ts';
import type { Accent } from '../../kit/mail-template.ts';
import { readConfig } from './config.ts';

const { clampChroma, formatHex, oklch, wcagContrast } = culori;

/** Background and text colours in light and dark mode, as in the theme.css of the participants' app. */
const palettes = {
  light: { ground: '#f5efe0', raised: '#fcf8ee', onLight: '#fffaf0', onDark: '#14251d', towards: -1 },
  dark: { ground: '#16211c', raised: '#0f1814', onLight: '#efe8d6', onDark: '#1b0d05', towards: 1 },
} as const;

/** The minimum contrast for text: WCAG 2.2, 1.4.3 (AA). */
const enough = 4.5;

/** The colours that replace the platform's accent colour in one mode. */
export interface Signal {
  signal: string;
  onSignal: string;
  soft: string;
}

/**
 * Derives the accent colour of light or dark mode from a company's colour. Keeps the hue, makes the colour light or
 * dark enough to be readable on every background of that mode, and adds a readable text colour to put on it.
 */
export function signalOf(colour: string, scheme: keyof typeof palettes): Signal {
  const { ground, raised, onLight, onDark, towards } = palettes[scheme];
  let signal = oklch(colour) as Oklch;
  const isReadable = () =>
    [ground, raised].every((one) => wcagContrast(formatHex(clampChroma(signal, 'oklch')), one) >= enough);
  // The loop ends at black or white at the latest.
  for (let step = 0; step < 100 && !isReadable(); step += 1)
    signal = { ...signal, l: Math.min(1, Math.max(0, signal.l + towards * 0.01)) };
  const hex = formatHex(clampChroma(signal, 'oklch'));
  const onSignal = wcagContrast(hex, onLight) >= wcagContrast(hex, onDark) ? onLight : onDark;
  const soft = formatHex(
    clampChroma({ ...signal, l: scheme === 'light' ? 0.93 : 0.27, c: Math.min(signal.c, 0.04) }, 'oklch'),
  );
  return { signal: hex, onSignal, soft };
}

/** Returns the company's colour in the form `#c2410c`, or undefined if it is not set. */
export async function companyColour(db: Db): Promise<string | undefined> {
  const colour = await readConfig(db, 'companyColour');
  return typeof colour === 'string' && /^#[0-9a-f]{6}$/i.test(colour) ? colour : undefined;
}

/**
 * Returns the company's colour for emails, adapted to their light background, with a readable text colour to put on it.
 */
export async function mailAccent(db: Db): Promise<Accent | undefined> {
  const colour = await companyColour(db);
  if (!colour) return undefined;
  const { signal, onSignal } = signalOf(colour, 'light');
  return { ground: signal, on: onSignal };
}

/** Returns the style that applies the company's colour to a page. Empty if no colour is set. */
export async function companyStyle(db: Db): Promise<string> {
  const colour = await companyColour(db);
  if (!colour) return '';
  const declarations = (scheme: keyof typeof palettes) => {
    const { signal, onSignal, soft } = signalOf(colour, scheme);
    return [
      `--signal:${signal};--on-signal:${onSignal};--signal-soft:${soft};--map-signal:${signal}`,
      // These variables colour the UI kit's buttons. The repeated `:root` overrides the kit's styles, which are loaded
      // later.
      `--mantine-primary-color-filled:${signal};--mantine-primary-color-contrast:${onSignal}`,
      `--mantine-primary-color-filled-hover:color-mix(in srgb, ${signal} 88%, var(--ink))`,
    ].join(';');
  };
  // The header bar is dark in light mode too.
  const bar = `--bar-signal:${signalOf(colour, 'dark').signal}`;
  // Until the app has started, the device alone decides about dark mode.
  const frame = `@media (prefers-color-scheme:dark){:root:root:root:not([data-mantine-color-scheme]){--signal:${signalOf(colour, 'dark').signal}}}`;
  return `:root:root:root{${declarations('light')};${bar}}:root:root[data-mantine-color-scheme="dark"]{${declarations('dark')};${bar}}${frame}`;
}
