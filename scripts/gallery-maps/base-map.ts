import { type GeoPermissibleObjects, type GeoProjection, geoGraticule } from 'd3-geo';
import { readGround } from './atlas.ts';
import { linePath, projectedLines } from './outlines.ts';
import { bleed, type Region } from './projection.ts';

/** The waterlines along the coast, as on engraved maps. The distance from the coast is in map units. */
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
 * Draws the sea, land, graticule, coast and borders of a region as SVG. On a map of one country, `home`, other
 * countries are drawn in a muted colour. Colours are CSS variables of the page, so that the same drawing works in light
 * and dark mode. Line widths scale with the map, because lines of a fixed width would be too thick on a phone.
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
/** On a world map, fjords would look like blots. So the coast is simplified more, and small islands are left out. */
const worldDetail = { tolerance: 0.7, smallestArea: 12 };
/** Waterlines need less detail, because details smaller than their distance from the coast are not visible. */
const shoreDetail = { tolerance: 2, smallestArea: 40 };

/** Covers the area around the globe on a world map, because waterlines may extend beyond the globe. */
function offTheGlobe(globe: string, { width, height }: Region): string {
  const [wide, high] = [width + 2 * bleed, height + 2 * bleed];
  return `<path fill="var(--map-paper, #f7f1e2)" fill-rule="evenodd" d="M-${bleed}-${bleed}h${wide}v${high}h-${wide}z${globe}"/>`;
}

/**
 * Draws the land. If there is a home country, other countries get a colour halfway between the land's and the sea's.
 */
function landPaths(outline: string, home: string | undefined): string[] {
  const filled = (colour: string, path: string, more = '') => `<path fill="${colour}"${more} d="${path}"/>`;
  const edge = ` stroke="${coast}" stroke-width="1.1" stroke-linejoin="round"`;
  if (home === undefined) return [filled(land, outline, edge)];
  return [filled(sea, outline), filled(land, outline, ` fill-opacity="0.5"${edge}`), filled(land, home)];
}

function line(colour: string, width: number, path: string, more = ''): string {
  return `<path fill="none" stroke="${colour}" stroke-width="${width}" stroke-linejoin="round"${more} d="${path}"/>`;
}

/**
 * Draws the waterlines, outermost first. Each is a wide line with a slightly narrower line in the sea's colour on top,
 * so that only the edges remain visible.
 */
function waterlinePaths(shore: string): string[] {
  return waterlines.flatMap(({ distance, opacity }) => [
    line(coast, 2 * distance + waterlineWidth, shore, ` stroke-opacity="${opacity}"`),
    line(sea, 2 * distance - waterlineWidth, shore),
  ]);
}

/** Draws the meridians and parallels, about six of each across the map. */
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
