import SVGPathCommander from 'svg-path-commander';
import { optimize } from 'svgo';
import svgpath from 'svgpath';
import type { Cleaners } from '../../kit/markup-cleaners.ts';
import { excessOf } from '../../kit/markup-limits.ts';
import { violation } from '../../kit/problem-error.ts';
import { escaped } from './station-marks.ts';

/** A line in a drawing that could be the route. */
export interface DrawnLine {
  line: number;
  /** The id of the line in the file, if any. */
  id: string | null;
  kind: string;
  /** SVG path data, in map units. */
  path: string;
  /** Whether the line ends somewhere other than at its start, as most routes do. */
  isOpen: boolean;
  /** The length of the line, as a percentage of the drawing's width. */
  length: number;
}

/** A drawing that has been read, sanitised and scaled to the width of the built-in maps. */
export interface Drawing {
  width: number;
  height: number;
  lines: DrawnLine[];
  /** The SVG of the drawing without the line that is the route. */
  ground: string;
}

/**
 * The width of a drawing in map units. The built-in maps have the same width, so that text, lines and markers have the
 * same sizes on all maps.
 */
const width = 1000;

/** The elements that can be lines. */
const kinds = ['path', 'polyline', 'line', 'polygon', 'rect', 'circle', 'ellipse'];

/**
 * The minimum length of a route, as a percentage of the map's width, and the maximum number of candidate
 * lines among which the organiser chooses the route.
 */
const shortest = 10;
const mostLines = 40;

/**
 * The maximum number of elements. A phone draws a few thousand shapes without delay, and the built-in maps have twenty
 * to seventy shapes.
 */
const mostElements = 5000;

/**
 * The limits before sanitising. They are higher, because drawing programs add their own elements, which sanitising
 * removes.
 */
const most = { elements: 2 * mostElements, depth: 100, attributes: 200 };

/**
 * The maximum number of times that a style sheet's selectors are compared with elements. This many comparisons take
 * about a second.
 */
const mostComparisons = 250_000;

/**
 * The maximum length of a route's path data. It is limited because placing the stations' names measures the route
 * several hundred times.
 */
const longestRoute = 20_000;

/**
 * Reads an SVG drawing that an organiser uploaded. Runs in a worker thread, because reading may take a few seconds.
 * Converts style sheets to attributes, and removes scripts, event handlers, foreign objects, images and external
 * references. Leaves out the shape `line`, which becomes the route. Throws 422 on `drawing` if the file is not an SVG,
 * has no size, has too many parts, or has no line that could be the route.
 */
export async function drawingOf(svg: string, line: number | undefined, cleaners: Cleaners): Promise<Drawing> {
  mustBeModest(svg);
  const { JSDOM } = await import('jsdom');
  const cleaned = cleaners.svg(withoutStyles(svg));
  const { document } = new JSDOM(`<svg>${cleaned}</svg>`).window;
  const root = document.querySelector<SVGSVGElement>('svg svg');
  if (!root) throw violation('drawing', 'drawing.unreadable');
  if (root.querySelectorAll('*').length > mostElements) throw violation('drawing', 'drawing.tooManyParts');
  const [left, top, wide, high] = sizeOf(root);
  const scale = width / wide;
  const toMap = `scale(${scale}) translate(${-left} ${-top})`;
  const shapes = [...root.querySelectorAll<SVGElement>(kinds.join())];
  const lines = shapes
    .flatMap((shape, place) => {
      const path = pathOf(shape, root, toMap);
      const length = path ? SVGPathCommander.getTotalLength(path) : 0;
      const id = shape.id.replace(/^map-/, '') || null;
      return path && length >= (width * shortest) / 100
        ? [
            {
              ...{ line: place, id, kind: shape.localName, path, isOpen: isOpen(path) },
              length: Math.round((length / width) * 100),
            },
          ]
        : [];
    })
    .sort((one, other) => Number(other.isOpen) - Number(one.isOpen) || other.length - one.length)
    .slice(0, mostLines);
  if (lines.length === 0) throw violation('drawing', 'drawing.noLine');
  if (line !== undefined) shapes[line]?.remove();
  return {
    width,
    height: Math.round(high * scale),
    lines,
    ground: `<g transform="${toMap}"${styleOf(root)}>${root.innerHTML}</g>`,
  };
}

/** Throws 422 before parsing if a drawing would take too long to read. */
function mustBeModest(svg: string): void {
  const excess = excessOf(svg, 'svg', most);
  if (excess)
    throw violation('drawing', excess === 'elements' ? 'drawing.tooManyParts' : 'drawing.tooComplex');
  const sheets = svg.split(/<style\b/i).slice(1);
  const selectors = sheets.reduce((sum, sheet) => {
    const [rules = ''] = sheet.split('</', 1);
    return sum + rules.split(/[{,]/).length - 1;
  }, 0);
  if (selectors * svg.split('<').length > mostComparisons)
    throw violation('drawing', 'drawing.tooManyStyles');
  // Entities that contain other entities or long texts could expand without limit. Drawing programs write only short,
  // plain entities.
  const plain = svg.match(/<!ENTITY\s[^<>&]{1,200}>/gi)?.length ?? 0;
  if (plain !== svg.split(/<!ENTITY/i).length - 1) throw violation('drawing', 'drawing.unreadable');
}

/** Converts the styles of a drawing to attributes, because sanitising removes style sheets and style attributes. */
function withoutStyles(svg: string): string {
  try {
    return optimize(svg, {
      plugins: [
        'removeDoctype',
        'removeXMLProcInst',
        'removeComments',
        'removeMetadata',
        'removeEditorsNSData',
        { name: 'inlineStyles', params: { onlyMatchedOnce: false } },
        'convertStyleToAttrs',
      ],
    }).data;
  } catch {
    throw violation('drawing', 'drawing.unreadable');
  }
}

/**
 * Returns the left, top, width and height of a drawing in its own units. Throws 422 if they are missing or the drawing
 * is too narrow or too wide.
 */
function sizeOf(root: SVGSVGElement): [number, number, number, number] {
  const box = (root.getAttribute('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const lengths = ['width', 'height'].map((name) => Number.parseFloat(root.getAttribute(name) ?? ''));
  const size = box.length === 4 ? box : [0, 0, ...lengths];
  const [left = 0, top = 0, wide = 0, high = 0] = size;
  const isSize = size.every(Number.isFinite) && wide > 0 && high > 0;
  // Narrower or wider maps do not fit on a screen.
  if (!isSize || wide / high > 5 || high / wide > 5) throw violation('drawing', 'drawing.noSize');
  return [left, top, wide, high];
}

/**
 * Returns the path data of a shape in map units, or undefined if the shape is not drawn directly or is inside a nested
 * drawing.
 */
function pathOf(shape: SVGElement, root: Element, toMap: string): string | undefined {
  if (
    shape.closest('defs, clipPath, mask, pattern, marker, symbol') ||
    shape.parentElement?.closest('svg') !== root
  )
    return undefined;
  try {
    const drawn = dataOf(shape);
    if (!drawn) return undefined;
    let path = svgpath(drawn);
    for (let part: Element | null = shape; part && part !== root; part = part.parentElement)
      path = path.transform(part.getAttribute('transform') ?? '');
    const data = path.transform(toMap).abs().round(1).toString();
    if (data.length > longestRoute) return undefined;
    return SVGPathCommander.isValidPath(data) ? data : undefined;
  } catch {
    // The path data is incomplete, or a transform is invalid.
    return undefined;
  }
}

/** Returns whether a path is open, that is, has no closing command and does not return to its start. */
function isOpen(path: string): boolean {
  if (/z\s*$/i.test(path)) return false;
  let begin = [0, 0];
  let end = [0, 0];
  // The callback receives the start point of each segment, so add a segment to find out where the path ends.
  svgpath(`${path}L0 0`).iterate((_, index, x, y) => {
    if (index === 1) begin = [x, y];
    end = [x, y];
  });
  const [fromX = 0, fromY = 0] = begin;
  const [toX = 0, toY = 0] = end;
  return Math.hypot(toX - fromX, toY - fromY) > width / 100;
}

function dataOf(shape: SVGElement): string | null {
  if (shape.localName === 'path') return shape.getAttribute('d');
  const segments = SVGPathCommander.shapeToPathArray(shape as never);
  return segments ? SVGPathCommander.pathToString(segments) : null;
}

/** Returns the root element's presentation attributes, which apply to the whole drawing. */
function styleOf(root: Element): string {
  const own = ['viewBox', 'width', 'height', 'x', 'y', 'id', 'preserveAspectRatio', 'transform'];
  return [...root.attributes]
    .filter(({ name }) => !own.includes(name) && !name.startsWith('xmlns'))
    .map(({ name, value }) => ` ${name}="${escaped(value)}"`)
    .join('');
}
