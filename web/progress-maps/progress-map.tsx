import {
  type CSSProperties,
  memo,
  startTransition,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { ProgressMap as Definition } from '../../contract/progress-maps.ts';
import { hideCrowdedLabels } from './map-labels.ts';
import { useMapUnit } from './map-unit.ts';
import { placeOf, quarters, shows } from './progress.ts';
import classes from './progress-map.module.css';
import { SvgMarkup } from './svg-markup.tsx';
import { useTravel } from './travel.ts';

/**
 * Shows the map of a challenge, with the route drawn up to the current progress, and markers that move along the route.
 * `challenges/dashboard-map.tsx` shows it on the dashboard. Lines, markers and names have the same size in pixels at
 * any width.
 */
export function ProgressMap(props: {
  map: Definition;
  percentage: number;
  /** The map's text alternative. */
  label: string;
}) {
  const { map, percentage, label } = props;
  const svg = useRef<SVGSVGElement>(null);
  const { unit, width } = useMapUnit(svg, map.viewBox);
  const route = map.dynamicPathDefinitions.find((definition) => shows(definition, percentage));
  const [path, setPath] = useState<SVGPathElement | null>(null);
  const group = useRef<SVGGElement>(null);
  // The frames of an earlier start would interrupt the rendering of the markers.
  const shown = useTravel(path || !route ? percentage : 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: also runs when another route is drawn
  useLayoutEffect(() => {
    const drawn = group.current?.querySelector('path');
    drawn?.setAttribute('pathLength', '100');
    drawn?.setAttribute('stroke-dasharray', `${shown} 100`);
  }, [route?.svg, shown]);
  // Finding the places of the quarters and markers is slow, so they are rendered after the rest of the map is shown, and
  // in short steps.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another route is drawn
  useEffect(() => {
    startTransition(() => setPath(group.current?.querySelector('path') ?? null));
  }, [route?.svg]);
  const markers = markersAt(map, percentage);
  const hasArrived = shown === percentage;
  // biome-ignore lint/correctness/useExhaustiveDependencies: also runs when the map or its size changes
  useLayoutEffect(() => {
    const drawn = svg.current;
    if (!drawn || !hasArrived) return;
    const hide = () => hideCrowdedLabels(drawn);
    hide();
    // The width of the names changes once their font has loaded.
    document.fonts.ready.then(hide);
  }, [hasArrived, unit, map, path]);
  return (
    <svg
      ref={svg}
      role="img"
      aria-label={label}
      viewBox={map.viewBox}
      className={classes.map}
      data-narrow={width < 560 || undefined}
      style={{ '--map-unit': unit } as CSSProperties}
    >
      <defs>
        <SvgMarkup markup={map.defs} />
      </defs>
      <SvgMarkup markup={map.baseMap} />
      {route && <SvgMarkup key={route.svg} markup={route.svg} group={group} />}
      {path && (
        <>
          <Quarters path={path} unit={unit} reached={quarters.filter((quarter) => quarter <= shown).length} />
          {markers.map(({ name, svg: markup, pathPercentageModifier: modifier }) => (
            <g
              key={name}
              data-marker
              transform={`${pointOf(path, shown - percentage + placeOf(modifier, percentage))} scale(${unit})`}
            >
              <SvgMarkup markup={markup} />
            </g>
          ))}
        </>
      )}
    </svg>
  );
}

/**
 * Shows a short line across the route at each quarter; `reached` is the number of quarters passed. Renders again only
 * when `reached` changes, because finding a point on a long route takes as long as everything else in a frame.
 */
const Quarters = memo(function Quarters(props: { path: SVGPathElement; unit: number; reached: number }) {
  const { path, unit, reached } = props;
  return quarters.map((quarter, index) => (
    <path
      key={quarter}
      d="M0-8V8"
      transform={`${pointOf(path, quarter)} rotate(${slopeOf(path, quarter)}) scale(${unit})`}
      className={classes.quarter}
      data-reached={index < reached || undefined}
    />
  ));
});

/** Returns the markers at a percentage, sorted so that the marker with the highest weight is on top. */
function markersAt(map: Definition, percentage: number) {
  return map.progressMarkerDefinitions
    .filter((definition) => shows(definition, percentage))
    .sort((one, other) => one.weight - other.weight);
}

/** Returns the transform to a place on a path; `place` is in percent of the path's length. */
function pointOf(path: SVGPathElement, place: number): string {
  const { x, y } = pointAt(path, Math.min(100, Math.max(0, place)));
  return `translate(${x} ${y})`;
}

/** Returns the direction of a path at the given place, in degrees. */
function slopeOf(path: SVGPathElement, place: number): number {
  const [before, after] = [pointAt(path, place - 0.1), pointAt(path, place + 0.1)];
  return (Math.atan2(after.y - before.y, after.x - before.x) * 180) / Math.PI;
}

function pointAt(path: SVGPathElement, place: number): DOMPoint {
  return path.getPointAtLength((lengthOf(path) * place) / 100);
}

const lengths = new WeakMap<SVGPathElement, number>();

/** Measures the length of a path only once, because browsers would compute it anew at each call. */
function lengthOf(path: SVGPathElement): number {
  const length = lengths.get(path) ?? path.getTotalLength();
  lengths.set(path, length);
  return length;
}
