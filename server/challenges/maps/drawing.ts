import SVGPathCommander from 'svg-path-commander';
import { optimize } from 'svgo';
import svgpath from 'svgpath';
import type { Cleaners } from '../../kit/markup-cleaners.ts';
import { excessOf } from '../../kit/markup-limits.ts';
import { violation } from '../../kit/problem-error.ts';
import { escaped } from './station-marks.ts';

/** A line of a drawing that could be a route. */
export interface DrawnLine {
  line: number;
  /** Its own id in the file, if it has one. */
  id: string | null;
  kind: string;
  /** Path data, in units of the drawing after reading. */
  path: string;
  /** Whether it ends elsewhere than it begins, as a route does. */
  isOpen: boolean;
  /** In percent of the drawing's width. */
  length: number;
}

/** A drawing after reading: cleaned, and as wide as the built-in maps. */
export interface Drawing {
  width: number;
  height: number;
  lines: DrawnLine[];
  /** SVG of the drawing, without the line that is its route. */
  ground: string;
}

/** As wide as the built-in maps, so that type, lines and markers have the same sizes. */
const width = 1000;

/** Elements that can be lines. */
const kinds = ['path', 'polyline', 'line', 'polygon', 'rect', 'circle', 'ellipse'];

/** A line shorter than a tenth of the map's width is no route; nobody chooses among more than forty. */
const shortest = 10;
const mostLines = 40;

/** A phone draws a few thousand shapes without delay; built-in maps have twenty to seventy. */
const mostElements = 5000;

/** Drawing programs add elements of their own, which cleaning removes. */
const most = { elements: 2 * mostElements, depth: 100, attributes: 200 };

/** Each selector of a style sheet is compared with each element; this many take a second. */
const mostComparisons = 250_000;

/** Placing the names of stations measures the route several hundred times. */
const longestRoute = 20_000;

/**
 * Reads an SVG drawing made by somebody else; runs in a thread, as it may take long. Converts its style sheets to
 * attributes, then cleans it: removes scripts, handlers, foreign objects, pictures and external references. `line` is
 * drawn as the route. Throws 422 on `drawing` if it is no SVG, has no size, has too many parts, or no line that could
 * be a route.
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
    ground: `<g transform="${toMap}"${looksOf(root)}>${root.innerHTML}</g>`,
  };
}

/** Refuses drawings that would take too long to read, before parsing. */
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
  // Entities may contain other entities or long texts and expand without bound; drawing programs write short plain
  // ones.
  const plain = svg.match(/<!ENTITY\s[^<>&]{1,200}>/gi)?.length ?? 0;
  if (plain !== svg.split(/<!ENTITY/i).length - 1) throw violation('drawing', 'drawing.unreadable');
}

/** The drawing with its styles as attributes, as cleaning removes style sheets and style attributes. */
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

/** Left, top, width and height of a drawing in its own units. Throws 422 if they are missing. */
function sizeOf(root: SVGSVGElement): [number, number, number, number] {
  const box = (root.getAttribute('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const lengths = ['width', 'height'].map((name) => Number.parseFloat(root.getAttribute(name) ?? ''));
  const size = box.length === 4 ? box : [0, 0, ...lengths];
  const [left = 0, top = 0, wide = 0, high = 0] = size;
  const isSize = size.every(Number.isFinite) && wide > 0 && high > 0;
  // Narrower or wider maps fit no screen.
  if (!isSize || wide / high > 5 || high / wide > 5) throw violation('drawing', 'drawing.noSize');
  return [left, top, wide, high];
}

/** The path data of a shape in units of the map; undefined if it is not drawn, or uses other units. */
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
    // Incomplete path data, or invalid transforms.
    return undefined;
  }
}

/** Whether path data is not closed, neither explicitly nor by returning to its start. */
function isOpen(path: string): boolean {
  if (/z\s*$/i.test(path)) return false;
  let begin = [0, 0];
  let end = [0, 0];
  // Each segment gets its start point, so one extra segment at the end reveals where the path ends.
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

/** The root's presentation attributes, which apply to the whole drawing. */
function looksOf(root: Element): string {
  const own = ['viewBox', 'width', 'height', 'x', 'y', 'id', 'preserveAspectRatio', 'transform'];
  return [...root.attributes]
    .filter(({ name }) => !own.includes(name) && !name.startsWith('xmlns'))
    .map(({ name, value }) => ` ${name}="${escaped(value)}"`)
    .join('');
}
