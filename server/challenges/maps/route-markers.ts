import type { ProgressMap } from '../../../contract/progress-maps.ts';

type Marker = ProgressMap['progressMarkerDefinitions'][number];

const signal = 'var(--map-signal, #d9481c)';
const paper = 'var(--map-paper, #f7f1e2)';
const ink = 'var(--map-ink, #14251d)';

/** A race bib with a runner, on a pole. The foot of the pole marks the position. */
const bib = [
  `<path d="M0 0v-16" stroke="${ink}" stroke-width="2.4" stroke-linecap="round"/>`,
  `<circle r="3.6" fill="${signal}" stroke="${paper}" stroke-width="1.6"/>`,
  `<rect x="-19" y="-43" width="38" height="29" rx="4" fill="${signal}" stroke="${paper}" stroke-width="2"/>`,
  `<path d="M-15.4-39.4h.01M15.4-39.4h.01M-15.4-17.6h.01M15.4-17.6h.01" stroke="${paper}" stroke-width="2.4" stroke-linecap="round"/>`,
  `<circle cx="3.6" cy="-37.3" r="2.5" fill="${paper}"/>`,
  `<path d="M-6.2-31.2l3.8-2.4 4.2.6-2.6 6.2 4.6 3.2-1.6 5M-.8-26.8l-2.4 4.2-5 .6M1.8-33l2.6 3.6 4.2.2" fill="none" stroke="${paper}" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"/>`,
].join('');

const disc = (radius: number) =>
  `<circle r="${radius}" fill="${paper}" stroke="${signal}" stroke-width="3"/>`;

/** A chequered flag, shown when the route is completed. */
const finish = [
  `<path d="M0 0v-42" stroke="${ink}" stroke-width="2.6" stroke-linecap="round"/>`,
  `<rect x="1.2" y="-42" width="32" height="24" fill="${paper}" stroke="${ink}" stroke-width="1.6"/>`,
  `<path d="M1.2-42h8v8h-8zM17.2-42h8v8h-8zM9.2-34h8v8h-8zM25.2-34h8v8h-8zM1.2-26h8v8h-8zM17.2-26h8v8h-8z" fill="${ink}"/>`,
  `<circle r="6" fill="${signal}" stroke="${paper}" stroke-width="2"/>`,
].join('');

/**
 * The markers that move along a route: a bib at the current progress, with two discs behind it, and a chequered flag
 * instead of the bib at the end. Their drawings are in pixels, with the position at (0, 0).
 */
export const routeMarkers: Marker[] = [
  {
    name: 'field-tail',
    svg: disc(4),
    weight: 1,
    pathPercentageModifier: -3,
    percentageRanges: [{ min: 3, max: 99.99 }],
  },
  {
    name: 'field',
    svg: disc(5.5),
    weight: 2,
    pathPercentageModifier: -1.5,
    percentageRanges: [{ min: 1.5, max: 99.99 }],
  },
  {
    name: 'position',
    svg: bib,
    weight: 10,
    pathPercentageModifier: 0,
    percentageRanges: [{ min: 0, max: 99.99 }],
  },
  {
    name: 'finish',
    svg: finish,
    weight: 20,
    pathPercentageModifier: 0,
    percentageRanges: [{ min: 100, max: 100 }],
  },
];
