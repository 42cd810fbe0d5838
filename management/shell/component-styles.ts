import NotSo from '@mui/icons-material/RemoveOutlined';
import type { CheckboxProps, Theme } from '@mui/material';
import { defaultTheme } from 'react-admin';
import { localeOf } from '../../contract/kit/locale.ts';
import { i18nProvider } from '../kit/texts.ts';

/** Labels spinners in the current language of the app. */
const waiting = {
  defaultProps: {
    get 'aria-label'() {
      return i18nProvider.translate('ra.page.loading');
    },
  },
};

/** Formats numbers and dates in the language of the app, which may change while the app is open. */
const inLanguage = {
  defaultProps: {
    get locales() {
      return localeOf(document.documentElement.lang);
    },
  },
};

/** The styles and texts of MUI's and react-admin's components, in light and dark mode. */
export const components = {
  ...defaultTheme.components,
  // Has the same rule as the theme.css of the participants' app.
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
      // Makes the spacing between all inputs of a form equal.
      '.ra-input.ra-input': { marginTop: 0, marginBottom: 20 },
      '.ra-input.MuiAutocomplete-root': { width: '100%' },
      '.filter-field .ra-input.ra-input': { marginBottom: 0 },
      '.filter-field .ra-input.MuiAutocomplete-root': { width: 'auto', minWidth: 200 },
      '.MuiRadioGroup-root': { rowGap: 4 },
    },
  },
  MuiAlert: { defaultProps: { variant: 'outlined' as const } },
  // Moves the accessible name of a checkbox to its input; react-admin's tables put the name on the root element.
  MuiCheckbox: {
    defaultProps: {
      slotProps: {
        root: { 'aria-label': undefined },
        input: (checkbox: CheckboxProps) => ({ 'aria-label': checkbox['aria-label'] }),
      },
    },
  },
  // Makes buttons large enough for a thumb.
  MuiButton: { styleOverrides: { root: { minHeight: 40 } } },
  MuiIconButton: { styleOverrides: { root: { minWidth: 40, minHeight: 40 } } },
  MuiTextField: { defaultProps: { variant: 'outlined' as const, size: 'small' as const, fullWidth: true } },
  MuiFormControl: { defaultProps: { variant: 'outlined' as const, size: 'small' as const, fullWidth: true } },
  MuiTableCell: {
    styleOverrides: { root: { fontVariantNumeric: 'tabular-nums' }, sizeSmall: { padding: '6px 10px' } },
  },
  // React-admin does not translate the «no options» text, which MUI has only in English.
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
      // Aligns the buttons of the toolbar with the inputs above.
      root: ({ theme }: { theme: Theme }) => ({
        backgroundColor: theme.palette.background.paper,
        '&&': { paddingLeft: 16, paddingRight: 16 },
        '&&.RaToolbar-mobileToolbar': { paddingLeft: 28, paddingRight: 28 },
      }),
    },
  },
  MuiFormHelperText: {
    styleOverrides: {
      root: ({ theme }: { theme: Theme }) => ({
        // Removes the space that react-admin reserves for a missing helper text.
        '&:has(> span:only-child:not([class]))': { display: 'none' },
        // Keeps the helper text readable even if the field is disabled.
        '&.Mui-disabled': { color: theme.palette.text.secondary },
      }),
    },
  },
  RaTranslatableInputs: {
    styleOverrides: {
      // Leaves room for the label on the upper border of the first input.
      root: { marginBottom: 20, '& div.RaTranslatableInputsTabContent-root': { paddingTop: 16 } },
    },
  },
  RaMenuItemLink: {
    styleOverrides: {
      root: {
        '&, & .MuiTypography-root': { whiteSpace: 'normal' as const },
        // The closed menu shows only icons.
        '.RaMenu-closed &, .RaMenu-closed & .MuiTypography-root': { whiteSpace: 'nowrap' as const },
        // Without this rule, only the colour marks the current page.
        '@media (forced-colors: active)': {
          '&.RaMenuItemLink-active': { outline: '3px solid Highlight', outlineOffset: -3 },
        },
      },
    },
  },
  MuiTabs: {
    styleOverrides: { indicator: { '@media (forced-colors: active)': { backgroundColor: 'Highlight' } } },
  },
  // A label inside another label adds no margin.
  RaLabeled: { styleOverrides: { root: { marginBottom: 10, '& &': { marginBottom: 0 } } } },
  // Shows notifications above the bar with the buttons, which is at the bottom of a phone's screen.
  RaNotification: {
    styleOverrides: {
      root: ({ theme }: { theme: Theme }) => ({ [theme.breakpoints.down('sm')]: { bottom: 88 } }),
    },
  },
  // The side column moves below the form if both would be too narrow.
  RaEdit: {
    styleOverrides: {
      root: ({ theme }: { theme: Theme }) => ({
        [theme.breakpoints.down('lg')]: {
          '& div.RaEdit-main': { flexDirection: 'column', alignItems: 'stretch' },
        },
      }),
    },
  },
  // A table that is wider than the page scrolls separately.
  RaDataTable: { styleOverrides: { root: { '& .RaDataTable-tableWrapper': { overflowX: 'auto' } } } },
  RaFilterForm: {
    styleOverrides: {
      root: ({ theme }: { theme: Theme }) => ({
        // Leaves room for the labels on the upper borders of the fields.
        rowGap: theme.spacing(0.5),
        paddingBottom: theme.spacing(1),
        [theme.breakpoints.up('md')]: { flex: '0 1 auto' },
      }),
    },
  },
  // On phones, the first filter and the icon buttons share a line; buttons with text labels are below.
  RaListToolbar: {
    styleOverrides: {
      root: ({ theme }: { theme: Theme }) => ({
        // Filters that leave no room for the buttons are on a separate line.
        flexWrap: 'wrap' as const,
        '& .filter-field': { alignItems: 'center' },
        '& .filter-field .hide-filter': { marginBottom: 0, marginTop: 8 },
        '& > .MuiToolbar-root': { marginLeft: 'auto' },
        [theme.breakpoints.down('sm')]: {
          flexDirection: 'row' as const,
          // Overrides the value that the container sets.
          flexWrap: 'wrap' as const,
          alignItems: 'center',
          justifyContent: 'flex-end',
          gap: theme.spacing(1.5, 0.5),
          padding: theme.spacing(1.5, 2, 1),
          '& > form, & > .MuiToolbar-root': { display: 'contents' },
          '& > span, & .RaFilterFormInput-spacer, & .RaFilterForm-clearFix': { display: 'none' },
          '& .filter-field': { order: 1, flex: '1 1 100%' },
          '& .filter-field .ra-input.ra-input': { width: '100%' },
          '& .filter-field:first-of-type': { order: 0, flex: '1 1 160px', width: 'auto' },
          '& .filter-field.filter-field .MuiFormControl-root, & .filter-field .hide-filter': { marginTop: 0 },
        },
      }),
    },
  },
  // Gives a field in a list the font size of its line.
  RaSimpleList: {
    styleOverrides: {
      root: {
        '& .MuiListItemText-primary, & .MuiListItemText-secondary': {
          '& .MuiTypography-root': { font: 'inherit' },
        },
      },
    },
  },
  RaSimpleFormIterator: {
    styleOverrides: {
      root: {
        '& .RaSimpleFormIterator-line': { paddingTop: 16 },
        // Aligns the columns across rows.
        '& .RaSimpleFormIterator-inline > *': { flex: '1 1 0', minWidth: 0 },
        '& .RaSimpleFormIterator-line .ra-input.ra-input': { marginBottom: 12 },
        // Otherwise, the buttons appear only when a mouse hovers over the row.
        '& .RaSimpleFormIterator-action': { visibility: 'visible' as const },
      },
    },
  },
  // Hides the cross for false values, because a cross would look like an error.
  RaBooleanField: {
    defaultProps: { FalseIcon: NotSo },
    styleOverrides: {
      root: ({ theme }: { theme: Theme }) => ({
        '& .RaBooleanField-falseIcon': { color: theme.palette.text.disabled },
      }),
    },
  },
  MuiTableSortLabel: { styleOverrides: { root: { minHeight: 24 } } },
  MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
};
