/**
 * Each browser with a pattern for its user agent. User agents also name the browsers that they imitate, so the order
 * matters.
 */
const browsers: [RegExp, string][] = [
  [/\b(?:Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/.* Safari\//, 'Safari'],
];

const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * Returns the names of the browser and its operating system from the user agent: “Firefox · Windows”.
 * Versions could identify a device and are omitted, as are unknown parts.
 */
export function browserName(userAgent: string | undefined): string | null {
  // The relevant words come first, so the rest of a long user agent is ignored.
  const text = userAgent?.slice(0, 500) ?? '';
  const named = [browsers, systems].map((list) => list.find(([pattern]) => pattern.test(text))?.[1]);
  return named.filter(Boolean).join(' · ') || null;
}
