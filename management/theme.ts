import type { Theme } from '@mui/material';
import { defaultTheme, type RaThemeOptions } from 'react-admin';
import { localeOf } from '../contract/kit/locale.ts';
import { i18nProvider } from './kit/texts.ts';

const type = {
  fontFamily: '"Hanken Grotesk", system-ui, sans-serif',
  h4: { fontFamily: '"Big Shoulders", "Arial Narrow", sans-serif', fontWeight: 800 },
  h5: { fontFamily: '"Big Shoulders", "Arial Narrow", sans-serif', fontWeight: 800 },
  h6: { fontFamily: '"Big Shoulders", "Arial Narrow", sans-serif', fontWeight: 800, fontSize: '1.375rem' },
  button: { textTransform: 'none' as const, fontWeight: 600 },
};

/** What turns while one waits has a name, in the language of the app at that moment. */
const waiting = {
  defaultProps: {
    get 'aria-label'() {
      return i18nProvider.translate('ra.page.loading');
    },
  },
};

/** Numbers and dates as the language of the app writes them, which may change while it is open. */
const inLanguage = {
  defaultProps: {
    get locales() {
      return localeOf(document.documentElement.lang);
    },
  },
};

const components = {
  ...defaultTheme.components,
  // As the participants' app has it in its theme.css.
  MuiCssBaseline: {
    styleOverrides: {
      '@media (prefers-reduced-motion: reduce)': {
        '*, *::before, *::after': {
          animationDuration: '0.01ms !important',
          animationIterationCount: '1 !important',
          transitionDuration: '0s !important',
          scrollBehavior: 'auto !important',
        },
      },
    },
  },
  // Large enough for a thumb.
  MuiButton: { styleOverrides: { root: { minHeight: 40 } } },
  MuiIconButton: { styleOverrides: { root: { minWidth: 40, minHeight: 40 } } },
  MuiTextField: { defaultProps: { variant: 'outlined' as const, size: 'small' as const, fullWidth: true } },
  MuiFormControl: { defaultProps: { variant: 'outlined' as const, size: 'small' as const, fullWidth: true } },
  MuiTableCell: {
    styleOverrides: { root: { fontVariantNumeric: 'tabular-nums' }, sizeSmall: { padding: '6px 10px' } },
  },
  // React-admin leaves what a search without a result says to MUI, which says it in English.
  MuiAutocomplete: {
    defaultProps: {
      get noOptionsText() {
        return i18nProvider.translate('app.nothingFound');
      },
    },
  },
  MuiCircularProgress: waiting,
  MuiLinearProgress: waiting,
  RaDateField: inLanguage,
  RaNumberField: inLanguage,
  RaToolbar: {
    styleOverrides: {
      root: ({ theme }: { theme: Theme }) => ({ backgroundColor: theme.palette.background.paper }),
    },
  },
  MuiFormHelperText: {
    styleOverrides: {
      root: ({ theme }: { theme: Theme }) => ({
        marginBottom: 12,
        // It is to be read, whether or not the field may be changed.
        '&.Mui-disabled': { color: theme.palette.text.secondary },
      }),
    },
  },
  RaTranslatableInputs: {
    styleOverrides: {
      // Room above the first input, whose label stands on its edge.
      root: { marginBottom: 20, '& div.RaTranslatableInputsTabContent-root': { paddingTop: 16 } },
    },
  },
  RaMenuItemLink: {
    styleOverrides: { root: { '&, & .MuiTypography-root': { whiteSpace: 'normal' as const } } },
  },
  RaLabeled: { styleOverrides: { root: { marginBottom: 10 } } },
  // Above the bar with the buttons, which stays at the bottom of a phone.
  RaNotification: {
    styleOverrides: {
      root: ({ theme }: { theme: Theme }) => ({ [theme.breakpoints.down('sm')]: { bottom: 88 } }),
    },
  },
  // What stands beside the form on a desk stands below it where both would be too narrow.
  RaEdit: {
    styleOverrides: {
      root: ({ theme }: { theme: Theme }) => ({
        [theme.breakpoints.down('lg')]: {
          '& div.RaEdit-main': { flexDirection: 'column', alignItems: 'stretch' },
        },
      }),
    },
  },
  // A table that is wider than the page scrolls in its own place.
  RaDataTable: { styleOverrides: { root: { '& .RaDataTable-tableWrapper': { overflowX: 'auto' } } } },
  RaFilterForm: {
    styleOverrides: {
      root: ({ theme }: { theme: Theme }) => ({
        // Room for the labels, which stand on the edges of the fields.
        rowGap: theme.spacing(0.5),
        [theme.breakpoints.down('sm')]: { padding: theme.spacing(0, 2, 1) },
      }),
    },
  },
  MuiTableSortLabel: { styleOverrides: { root: { minHeight: 24 } } },
  MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
};

/** The colour of what moves and of buttons while the company has chosen none, as in the participants' theme.css. */
export const ownColour = { light: '#c2410c', dark: '#ff8a52' };

/** The company's colour as the server wrote it into the page for this look, or the platform's own. */
const company = (name: string, otherwise: string, isDark: boolean) => {
  const probe = document.documentElement;
  probe.dataset.mantineColorScheme = isDark ? 'dark' : 'light';
  const value = getComputedStyle(probe).getPropertyValue(name).trim();
  delete probe.dataset.mantineColorScheme;
  return value || otherwise;
};

/** The paper map by day; the same colours as the participants' app has in its theme.css. */
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
    error: { main: '#a61b2b' },
    background: { default: '#f5efe0', paper: '#fcf8ee' },
    text: { primary: '#14251d', secondary: '#4a5a50' },
    divider: '#ddd3bc',
  },
  shape: { borderRadius: 6 },
  // Room for the longest word of the menu, which is French.
  sidebar: { width: 264, closedWidth: 56 },
  typography: type,
  components,
};

/** The map at night. */
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
    error: { main: '#ff9a9a' },
    background: { default: '#0f1814', paper: '#16211c' },
    text: { primary: '#efe8d6', secondary: '#b4bfb2' },
    divider: '#2b4034',
  },
};
