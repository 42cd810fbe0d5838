import { defaultTheme, type RaThemeOptions } from 'react-admin';
import { components } from './component-styles.ts';

const type = {
  fontFamily: '"Hanken Grotesk", system-ui, sans-serif',
  h4: { fontFamily: '"Big Shoulders", "Arial Narrow", sans-serif', fontWeight: 800 },
  h5: { fontFamily: '"Big Shoulders", "Arial Narrow", sans-serif', fontWeight: 800 },
  h6: { fontFamily: '"Big Shoulders", "Arial Narrow", sans-serif', fontWeight: 800, fontSize: '1.375rem' },
  button: { textTransform: 'none' as const, fontWeight: 600 },
};

/** The default accent colour, as in the theme.css of the participants' app. */
export const ownColour = { light: '#c2410c', dark: '#ff8a52' };

/**
 * Returns the company's colour, which the server wrote into the page for light and dark mode, or the default colour.
 */
const company = (name: string, otherwise: string, isDark: boolean) => {
  const probe = document.documentElement;
  probe.dataset.mantineColorScheme = isDark ? 'dark' : 'light';
  const value = getComputedStyle(probe).getPropertyValue(name).trim();
  delete probe.dataset.mantineColorScheme;
  return value || otherwise;
};

/** The light mode, with the colours from the theme.css of the participants' app. */
export const lightTheme: RaThemeOptions = {
  ...defaultTheme,
  palette: {
    mode: 'light',
    primary: {
      main: company('--signal', ownColour.light, false),
      contrastText: company('--on-signal', '#fffaf0', false),
    },
    secondary: { main: '#14251d', contrastText: '#f5efe0' },
    success: { main: '#24613f' },
    warning: { main: '#8a4b00' },
    info: { main: '#1f5a78' },
    error: { main: '#a61b2b' },
    background: { default: '#f5efe0', paper: '#fcf8ee' },
    text: { primary: '#14251d', secondary: '#4a5a50' },
    divider: '#ddd3bc',
  },
  shape: { borderRadius: 6 },
  // Dialogs and menus appear without transitions if a person prefers reduced motion.
  motion: { reducedMotion: 'system' },
  // The menu has room for its longest word, which is French.
  sidebar: { width: 264, closedWidth: 56 },
  typography: type,
  components,
};

export const darkTheme: RaThemeOptions = {
  ...lightTheme,
  palette: {
    mode: 'dark',
    primary: {
      main: company('--signal', ownColour.dark, true),
      contrastText: company('--on-signal', '#14251d', true),
    },
    secondary: { main: '#efe8d6', contrastText: '#14251d' },
    success: { main: '#7cc29a' },
    warning: { main: '#f2b366' },
    info: { main: '#8fc3dd' },
    error: { main: '#ff9a9a' },
    background: { default: '#0f1814', paper: '#16211c' },
    text: { primary: '#efe8d6', secondary: '#b4bfb2' },
    divider: '#2b4034',
  },
};
