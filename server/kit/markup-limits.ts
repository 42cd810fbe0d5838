export interface MarkupLimits {
  elements: number;
  /** The maximum nesting depth of elements. */
  depth: number;
  /** The maximum number of attributes per element. */
  attributes: number;
}

/** Elements that have no end tag or an optional one. */
const withoutEnd = new Set(
  'area base br col embed hr img input link meta source track wbr p li dt dd tr td th thead tbody tfoot colgroup option'.split(
    ' ',
  ),
);

/** The end of an HTML comment. A comment may also end immediately, as in `<!-->`. */
const commentEnd = /--!?>/g;

const isLetter = (char: string | undefined) => char !== undefined && /[a-z]/i.test(char);
const isSpace = (char: string | undefined) => char !== undefined && /\s/.test(char);

/**
 * Returns the first limit that HTML or SVG exceeds, if any. Scans the characters once without parsing, so
 * that oversized markup never reaches a parser. The count may be wrong for malformed markup, so sanitising
 * also needs a time limit.
 */
export function excessOf(
  markup: string,
  language: 'html' | 'svg',
  most: MarkupLimits,
): keyof MarkupLimits | undefined {
  const open = new Map<string, number>();
  let [elements, depth, at] = [0, 0, markup.indexOf('<')];
  while (at >= 0) {
    if (markup.startsWith('<!--', at)) {
      commentEnd.lastIndex = at + 2;
      const end = commentEnd.exec(markup)?.index ?? -1;
      at = end < 0 ? -1 : markup.indexOf('<', end);
      continue;
    }
    const isEnd = markup[at + 1] === '/';
    const start = at + (isEnd ? 2 : 1);
    if (!isLetter(markup[start])) {
      at = markup.indexOf('<', start);
      continue;
    }
    const tag = readTag(markup, start);
    const count = open.get(tag.name) ?? 0;
    if (isEnd && count > 0) {
      open.set(tag.name, count - 1);
      depth -= 1;
    } else if (!isEnd) {
      elements += 1;
      // A trailing slash closes elements in SVG, but not in HTML.
      if (!(tag.isClosed && language === 'svg') && !withoutEnd.has(tag.name)) {
        open.set(tag.name, count + 1);
        depth += 1;
      }
    }
    if (elements > most.elements) return 'elements';
    if (depth > most.depth) return 'depth';
    if (tag.attributes > most.attributes) return 'attributes';
    at = markup.indexOf('<', tag.end);
  }
  return undefined;
}

/** Parses the tag whose name begins at `start`; returns its name, its number of attributes, and where it ends. */
function readTag(markup: string, start: number) {
  let at = start;
  while (at < markup.length && !isSpace(markup[at]) && markup[at] !== '/' && markup[at] !== '>') at += 1;
  const name = markup.slice(start, at).toLowerCase();
  let attributes = 0;
  let last = '';
  for (; at < markup.length && markup[at] !== '>'; at += 1) {
    const char = markup[at] ?? '';
    if (isSpace(char)) continue;
    if ((char === '"' || char === "'") && last === '=') {
      const end = markup.indexOf(char, at + 1);
      at = end < 0 ? markup.length : end;
    } else if (!'/='.includes(char) && last !== '=' && /[\s/"']/.test(markup[at - 1] ?? '')) attributes += 1;
    last = char;
  }
  return { name, attributes, isClosed: markup[at - 1] === '/', end: at };
}
