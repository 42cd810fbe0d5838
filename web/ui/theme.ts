import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from '@mantine/core';

/** The accent colour of the route, the person's own row and the main button, from lightest to darkest. */
const signal: MantineColorsTuple = [
  '#fff0e8',
  '#ffdccb',
  '#ffb896',
  '#ff9262',
  '#f9713a',
  '#e4571f',
  '#c2410c',
  '#a5360a',
  '#852a08',
  '#5f1e06',
];

/** Mantine's theme; colours, spacing and shapes are in theme.css. */
export const theme = createTheme({
  colors: { signal },
  primaryColor: 'signal',
  primaryShade: { light: 6, dark: 4 },
  autoContrast: true,
  // Mantine's text colour on the accent colour is readable only in light mode.
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input);
    if (input.variant !== 'filled' || (input.color && input.color !== 'signal')) return colors;
    const hover = 'color-mix(in srgb, var(--signal) 88%, var(--ink))';
    return { ...colors, background: 'var(--signal)', color: 'var(--on-signal)', hover };
  },
  luminanceThreshold: 0.3,
  fontFamily: 'var(--font-text)',
  headings: { fontFamily: 'var(--font-display)', fontWeight: '800' },
  defaultRadius: 'md',
  radius: { xs: '6px', sm: '6px', md: '6px', lg: '6px', xl: '6px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
});

/** Makes Mantine's components use the colours of theme.css. */
export const variables: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-body': 'var(--paper)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--ink-soft)',
    '--mantine-color-default': 'var(--paper-raised)',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-color-placeholder': 'var(--ink-soft)',
    '--mantine-color-error': 'var(--error)',
    '--mantine-color-anchor': 'var(--ink)',
  };
  return { variables: {}, light: shared, dark: shared };
};
