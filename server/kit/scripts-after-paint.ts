/**
 * The inline script that adds the page's scripts after the first frame of the browser, so that a phone paints before it
 * reads scripts. It waits at most a second, because browsers do not paint tabs in the background.
 */
export const scriptStarter = `{
  const start = () => document.head.append(document.getElementById('scripts').content);
  requestAnimationFrame(() => requestAnimationFrame(start));
  setTimeout(start, 1000);
}`;

/** Returns a page that shows its frame before it loads its scripts. */
export function withScriptsAfterPaint(page: string): string {
  const scripts = page.match(/<script .*?<\/script>/g) ?? [];
  const withoutScripts = scripts.reduce((rest, script) => rest.replace(script, ''), page);
  const atEnd = `<template id="scripts">${scripts.join('')}</template><script>${scriptStarter}</script></body>`;
  return withoutScripts.replace('</body>', () => atEnd);
}
