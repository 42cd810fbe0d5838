import { type GeoPermissibleObjects, type GeoProjection, geoGraticule } from 'd3-geo';
import { readGround } from './atlas.ts';
import { linePath, projectedLines } from './outlines.ts';
import { bleed, type Region } from './projection.ts';

/** Waterlines along the coast, as on engraved maps: distance from the coast in map units, and opacity. */
const waterlines = [
  { distance: 15, opacity: 0.22 },
  { distance: 9.5, opacity: 0.34 },
  { distance: 4.5, opacity: 0.5 },
];
const waterlineWidth = 0.9;

const sea = 'var(--map-sea, #dfe6dc)';
const land = 'var(--map-land, #f7f1e2)';
const coast = 'var(--map-coast, #2d4a3c)';

/**
 * SVG of sea, land, graticule, coast and borders of a region; on a map of one country, `home`, the others are toned
 * down. Colours are the page's variables, so that the same drawing works in light and dark mode. Lines scale with the
 * map: at a fixed width, they would be too thick on a phone.
 */
export function baseMapOf(projection: GeoProjection, region: Region, home: string | undefined): string {
  const ground = readGround(region, home);
  const detail = region.east - region.west > 180 ? worldDetail : regionalDetail;
  const lands = projectedLines(projection, ground.land);
  const outline = linePath(lands, detail);
  const borders = linePath(projectedLines(projection, ground.borders), detail);
  const globe = linePath(projectedLines(projection, { type: 'Sphere' }), regionalDetail);
  return [
    `<path fill="${sea}" d="${globe}"/>`,
    ...waterlinePaths(linePath(lands, shoreDetail)),
    ...landPaths(outline, ground.home && linePath(projectedLines(projection, ground.home), detail)),
    line('var(--map-graticule, #c9d3c6)', 1, graticulePath(projection, region)),
    line('var(--map-border, #a9a78e)', 1.2, borders, ' stroke-dasharray="4 3"'),
    offTheGlobe(globe, region),
  ].join('');
}

const regionalDetail = { tolerance: 0.5, smallestArea: 4 };
/** At this scale fjords would be blots, so the coast is simplified more and small islands are dropped. */
const worldDetail = { tolerance: 0.7, smallestArea: 12 };
/** Waterlines blur details that are smaller than their distance. */
const shoreDetail = { tolerance: 2, smallestArea: 40 };

/** Covers everything around the globe of a world map, where waterlines may reach. */
function offTheGlobe(globe: string, { width, height }: Region): string {
  const [wide, high] = [width + 2 * bleed, height + 2 * bleed];
  return `<path fill="var(--map-paper, #f7f1e2)" fill-rule="evenodd" d="M-${bleed}-${bleed}h${wide}v${high}h-${wide}z${globe}"/>`;
}

/** The land; with a home country, the rest is toned down half way to the sea's colour. */
function landPaths(outline: string, home: string | undefined): string[] {
  const filled = (colour: string, path: string, more = '') => `<path fill="${colour}"${more} d="${path}"/>`;
  const edge = ` stroke="${coast}" stroke-width="1.1" stroke-linejoin="round"`;
  if (home === undefined) return [filled(land, outline, edge)];
  return [filled(sea, outline), filled(land, outline, ` fill-opacity="0.5"${edge}`), filled(land, home)];
}

function line(colour: string, width: number, path: string, more = ''): string {
  return `<path fill="none" stroke="${colour}" stroke-width="${width}" stroke-linejoin="round"${more} d="${path}"/>`;
}

/** From the outermost in: a wide line, covered by one in the sea's colour that leaves only its edges. */
function waterlinePaths(shore: string): string[] {
  return waterlines.flatMap(({ distance, opacity }) => [
    line(coast, 2 * distance + waterlineWidth, shore, ` stroke-opacity="${opacity}"`),
    line(sea, 2 * distance - waterlineWidth, shore),
  ]);
}

/** About six meridians and parallels across the map. */
function graticulePath(projection: GeoProjection, region: Region): string {
  const { west, south, east, north } = region;
  const span = Math.max(north - south, (east - west) / 2);
  const step = [0.5, 1, 2, 5, 10, 15].find((degrees) => span / degrees <= 6) ?? 20;
  const down = (degrees: number) => Math.floor(degrees / step) * step;
  const lines: GeoPermissibleObjects = geoGraticule()
    .extent([
      [east - west > 180 ? -180 : down(west) - 8 * step, Math.max(-90, down(south) - 6 * step)],
      [east - west > 180 ? 180 : down(east) + 8 * step, Math.min(90, down(north) + 6 * step)],
    ])
    .step([step, step])();
  return linePath(projectedLines(projection, lines), { tolerance: 0.2, smallestArea: 0 });
}
