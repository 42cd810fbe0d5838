import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { clientVariables } from '../server/integrations/providers/provider-settings.ts';

const pages = globSync(['*.md', '{docs,deploy}/**/*.md'])
  .sort()
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
const textOf = (path: string) => pages.find((page) => page.path === path)?.text ?? '';
const withoutCode = (text: string) => text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');

/** The anchors of a page's headings, as repository hosts and the site derive them. */
const anchorsOf = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s+/g, '-'),
  );

describe('the documentation', () => {
  it('has no dead links, pictures or anchors', () => {
    const broken = pages.flatMap(({ path, text }) =>
      [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)]
        .map(([, address = '']) => address)
        .filter((address) => !/^[a-z]+:/.test(address))
        .filter((address) => {
          const [file = '', anchor] = address.split('#', 2);
          const target = file === '' ? path : join(dirname(path), file);
          if (!existsSync(target)) return true;
          return anchor !== undefined && !anchorsOf(readFileSync(target, 'utf8')).includes(anchor);
        })
        .map((address) => `${path} links to ${address}`),
    );
    expect(broken).toEqual([]);
  });

  it('uses every picture of the guides', () => {
    const all = pages.map(({ text }) => text).join('\n');
    const unused = globSync('docs/pictures/**/*.png').filter(
      (path) => !all.includes(path.replace('docs/', '')),
    );
    expect(unused).toEqual([]);
  });

  it('uses bold only for labels of the apps, in the language of the page', () => {
    const wrong = pages
      .filter(({ path }) => /^docs\/((fr|nl)\/)?(participants|organisers)\//.test(path))
      .flatMap(({ path, text }) => {
        const labels = labelsIn(path.match(/^docs\/(fr|nl)\//)?.[1] ?? 'en');
        return [...text.replace(/\s+/g, ' ').matchAll(/\*\*(.+?)\*\*/g)]
          .map(([, bold = '']) => bold)
          .filter((bold) => !labels.has(plain(bold)))
          .map((bold) => `${path}: ${bold}`);
      });
    expect(wrong).toEqual([]);
  });

  it('has the same guides for participants and organisers in every language', () => {
    const shapeOf = (folder: string) =>
      globSync(`${folder}/{participants,organisers}/*.md`)
        .sort()
        .map((path) => [path.slice(folder.length), textOf(path).match(/^(#+|!\[)/gm)]);
    for (const language of ['fr', 'nl']) expect(shapeOf(`docs/${language}`)).toEqual(shapeOf('docs'));
  });

  it('lists every environment variable, and no other', () => {
    const own = [...readFileSync('server/env.ts', 'utf8').matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(
      ([, name = '']) => name,
    );
    const listed = [...textOf('README.md').matchAll(/^\| (`[A-Z].*?) +\|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name),
    );
    const ofTraces = [...textOf('docs/installation.md').matchAll(/`(OTEL_[A-Z_]+)/g)].map(
      ([, name = '']) => name,
    );
    const ofServices = Object.keys(clientVariables);
    expect(own.filter((name) => !listed.includes(name) && !ofTraces.includes(name))).toEqual([]);
    expect(listed.filter((name) => !own.includes(name) && !ofServices.includes(name))).toEqual([]);
    const services = textOf('docs/services.md');
    const missing = ofServices.filter(
      (name) => !services.includes(name) && !/_(CLIENT_SECRET|BASE_URL)$/.test(name),
    );
    expect(missing).toEqual([]);
  });

  it('mentions every command, and only commands that exist', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    const mentioned = new Set(
      pages
        .filter(({ path }) => path !== 'CHANGELOG.md')
        .flatMap(({ text }) => [...text.matchAll(/npm run ([\w:-]+)|npm (start|test)\b/g)])
        .map(([, script, own = '']) => script ?? own),
    );
    expect([...mentioned].filter((name) => !(name in scripts))).toEqual([]);
    expect(Object.keys(scripts).filter((name) => !mentioned.has(name))).toEqual([]);
  });
});

/** The texts of both apps in a language. */
function labelsIn(language: string): Set<string> {
  const labels = new Set<string>();
  const read = (value: unknown) => {
    if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) read(inner);
    else for (const form of String(value).split(' |||| ')) labels.add(plain(form));
  };
  for (const path of globSync([`web/i18n/${language}/*.json`, `management/i18n/${language}.json`]))
    read(JSON.parse(readFileSync(path, 'utf8')));
  return labels;
}

/** Replaces every kind of white space with a single plain space. */
const plain = (text: string) => text.replace(/\s+/g, ' ');
