import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const files = readdirSync('web', { recursive: true, encoding: 'utf8' }).map((path) => join('web', path));
const code = files
  .filter((path) => path.endsWith('.tsx'))
  .map((path) => [path, readFileSync(path, 'utf8')] as const);

/** The CSS classes that a style sheet declares. */
function classesOf(path: string): string[] {
  const text = readFileSync(path, 'utf8').replaceAll(/\/\*.*?\*\/|"[^"]*"|url\(.*?\)|:global\(.*?\)/gs, '');
  return [...new Set([...text.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name))].sort();
}

it('every shared CSS class that is used is declared, and vice versa', () => {
  // The server sends a part of this page as it is.
  const ofPage = [...readFileSync('web/index.html', 'utf8').matchAll(/ class="([^"]*)"/g)].flatMap(
    ([, names = '']) => names.split(' '),
  );
  const ofScreens = code.flatMap(([, text]) =>
    [...text.matchAll(/className=(?:"([^"]*)"|\{((?:[^{}]|\$\{[^}]*\})*)\})/g)].flatMap(
      ([, plain, expression = '']) =>
        plain?.split(' ') ??
        [...expression.matchAll(/['`]([^'`]*)['`]/g)].flatMap(([, names = '']) =>
          names.replaceAll(/\$\{.*?\}/g, '').split(' '),
        ),
    ),
  );
  const used = new Set([...ofPage, ...ofScreens].filter(Boolean));
  expect([...used].sort()).toEqual(classesOf('web/ui/classes.css'));
});

it('every class of a CSS module that is used is declared, and vice versa', () => {
  const used = new Map(files.filter((path) => path.endsWith('.module.css')).map((path) => [path, new Set()]));
  for (const [path, text] of code)
    for (const [, name, address = ''] of text.matchAll(/^import (\w+) from '(.+\.module\.css)'/gm)) {
      const sheet = join(dirname(path), address);
      for (const [, key] of text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))) used.get(sheet)?.add(key);
      // If a whole module is passed to a library's component, all its classes count as used.
      if (text.includes(`={${name}}`)) for (const key of classesOf(sheet)) used.get(sheet)?.add(key);
    }
  for (const [sheet, keys] of used)
    expect([...keys].filter((key) => key !== 'module').sort(), sheet).toEqual(classesOf(sheet));
});
