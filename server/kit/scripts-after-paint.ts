/**
 * The inline script that adds the page's scripts once the browser has painted the frame, so that a phone paints before
 * it reads scripts. It waits at most a second, because a tab in the background is never painted.
 */
export const scriptStarter = `{
  const start = () => document.head.append(document.getElementById('scripts').content);
  new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
  setTimeout(start, 1000);
}`;

/** Returns a page that shows its frame before it loads its scripts. */
export function withScriptsAfterPaint(page: string): string {
  const scripts = page.match(/<script .*?<\/script>/g) ?? [];
  const withoutScripts = scripts.reduce((rest, script) => rest.replace(script, ''), page);
  const atEnd = `<template id="scripts">${scripts.join('')}</template><script>${scriptStarter}</script></body>`;
  return withoutScripts.replace('</body>', () => atEnd);
}
