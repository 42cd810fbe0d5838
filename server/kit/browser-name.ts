/** Browsers by what only they say of themselves: each names those that it wants to be taken for as well, so the order counts. */
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
 * A browser in plain words, from its user agent: “Firefox · Windows”. Without versions, which would identify a machine;
 * unknown parts are left out.
 */
export function browserName(userAgent: string | undefined): string | null {
  // The relevant words come early; longer user agents are not worth reading.
  const text = userAgent?.slice(0, 500) ?? '';
  const named = [browsers, systems].map((list) => list.find(([pattern]) => pattern.test(text))?.[1]);
  return named.filter(Boolean).join(' · ') || null;
}
