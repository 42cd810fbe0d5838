/**
 * What organisers' markup may contain. The server applies these rules when it saves the markup, and the browser when it
 * displays it.
 */
export interface MarkupRules {
  namespace: string;
  elements: string[];
  /** The allowed attributes, in lower case. */
  attributes: string[];
  /** Returns the attribute's value, unchanged or made safe, or undefined to remove the attribute. */
  valueOf(attribute: string, value: string): string | undefined;
}

const split = (text: string) => text.trim().split(/\s+/);

/**
 * The base for resolving relative addresses. No real page has this origin, so an address that resolves to it was
 * relative.
 */
const here = 'https://relative.invalid/';

/** Parses an address as browsers do, including white space and escapes. */
function read(address: string): URL | undefined {
  return URL.canParse(address, here) ? new URL(address, here) : undefined;
}

/** Schemes that a link may have. A relative link has the scheme of its page. */
const linkSchemes = ['http:', 'https:', 'mailto:', 'tel:'];

/**
 * Whether a link to the address is allowed: pages, email addresses and telephone numbers, but not scripts or inline
 * documents.
 */
export function isLinkAddress(address: string): boolean {
  return linkSchemes.includes(read(address)?.protocol ?? '');
}

/** Whether a picture may have the address: a file on this server, or a bitmap as a `data:` URL. */
export function isPictureAddress(address: string): boolean {
  const url = read(address);
  return url?.protocol === 'data:'
    ? /^data:image\/(png|jpeg|gif|webp|avif);base64,[\w+/=\s]*$/i.test(address)
    : url?.origin === new URL(here).origin;
}

const htmlValues: Record<string, (value: string) => boolean> = {
  href: isLinkAddress,
  src: isPictureAddress,
  target: (value) => value === '_blank',
  dir: (value) => /^(ltr|rtl|auto)$/i.test(value),
  ...Object.fromEntries(
    split('width height colspan rowspan span start').map((name) => [
      name,
      (value: string) => /^\d{1,4}%?$/.test(value),
    ]),
  ),
};

/** The rules for HTML texts: no scripts, forms, frames or styles, no clashing names, nothing from other servers. */
export const htmlRules: MarkupRules = {
  namespace: 'http://www.w3.org/1999/xhtml',
  elements: split(`
    h1 h2 h3 h4 h5 h6 p br hr div span blockquote pre
    strong b em i u s small sub sup mark code kbd q cite abbr del ins time
    ul ol li dl dt dd a img figure figcaption details summary
    table caption thead tbody tfoot tr th td colgroup col`),
  attributes: split(`
    href target src alt title width height lang dir
    colspan rowspan span scope start reversed datetime open`),
  valueOf: (attribute, value) => ((htmlValues[attribute] ?? (() => true))(value) ? value : undefined),
};

/** Adds a prefix that prevents clashes with other ids on the page. */
const ownId = (id: string) => (id.startsWith('map-') ? id : `map-${id}`);

/** The classes on a map that the app styles: place names and the route. */
const mapClasses = ['map-label', 'map-route'];

const svgFunctions = split('matrix translate scale rotate skewx skewy rgb rgba hsl hsla var url');

/** Checks a presentation value, which browsers parse as CSS: no escapes or comments, and only known functions. */
function cssValue(value: string): string | undefined {
  if (/[\\:;<>@]|\/\*/.test(value)) return undefined;
  // The lookbehind lets names match only from their start, so that long names take linear time.
  const called = [...value.matchAll(/(?<![^\s,()])([^\s,()]*)\(/g)].map(([, name = '']) =>
    name.toLowerCase(),
  );
  if (!called.every((name) => svgFunctions.includes(name))) return undefined;
  const local = value.replace(
    /url\(\s*(["']?)#([A-Za-z][\w.-]*)\1\s*\)/gi,
    (_, _quote, id) => `(#${ownId(id)})`,
  );
  return /url\(/i.test(local) ? undefined : local.replaceAll('(#', 'url(#');
}

const svgValues: Record<string, (value: string) => string | undefined> = {
  id: (value) => (/^[A-Za-z][\w.-]*$/.test(value) ? ownId(value) : undefined),
  class: (value) =>
    split(value)
      .filter((name) => mapClasses.includes(name))
      .join(' ') || undefined,
  'data-rank': (value) => (/^\d{1,2}$/.test(value) ? value : undefined),
};
for (const reference of ['href', 'xlink:href'])
  svgValues[reference] = (value) => {
    const [, id] = /^\s*#([A-Za-z][\w.-]*)\s*$/.exec(value) ?? [];
    return id && `#${ownId(id)}`;
  };

/**
 * The rules for maps (SVG): drawings only. No scripts, links, pictures, styles, animations or foreign objects, and
 * references only within the map.
 */
export const svgRules: MarkupRules = {
  namespace: 'http://www.w3.org/2000/svg',
  elements: split(`
    g path circle ellipse rect line polyline polygon text tspan textPath title desc defs
    linearGradient radialGradient stop clipPath mask pattern marker
    filter feBlend feColorMatrix feComponentTransfer feComposite feDropShadow feFlood feFuncA feFuncB feFuncG
    feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset feTurbulence svg`),
  attributes: split(`
    id class data-rank href xlink:href
    d points x y x1 y1 x2 y2 cx cy r rx ry fx fy fr dx dy width height pathlength transform viewbox
    fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-dasharray
    stroke-dashoffset stroke-miterlimit paint-order vector-effect opacity color display visibility
    clip-path clip-rule clippathunits mask maskunits maskcontentunits mask-type
    font-family font-size font-style font-weight font-variant letter-spacing word-spacing text-anchor
    text-decoration dominant-baseline alignment-baseline baseline-shift rotate textlength lengthadjust
    startoffset method spacing side
    gradientunits gradienttransform spreadmethod offset stop-color stop-opacity
    patternunits patterncontentunits patterntransform preserveaspectratio
    marker-start marker-mid marker-end markerwidth markerheight markerunits refx refy orient
    filter filterunits primitiveunits in in2 result stddeviation mode type values tablevalues slope intercept
    amplitude exponent operator k1 k2 k3 k4 radius flood-color flood-opacity basefrequency numoctaves seed
    stitchtiles color-interpolation-filters`),
  valueOf: (attribute, value) => (svgValues[attribute] ?? cssValue)(value),
};
