import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { kinds, specification } from '../rules/specification.ts';

/**
 * Writes docs/coverage.md: all requirements of the specification, with the tests whose tags (`// spec: <id>, <id>`)
 * name them. With --check, writes nothing. Fails if a requirement has no test, a tag names no requirement, or the
 * document is outdated.
 */
const file = 'docs/coverage.md';
const known = new Map(specification.map(({ id }) => [id, [] as string[]]));
const complaints: string[] = [];

for (const path of globSync(
  '{contract,server,simulators,demo,web,rules,bench,e2e}/**/*.{test,spec}.ts',
).sort()) {
  const text = readFileSync(path, 'utf8');
  for (const tag of text.matchAll(/((?:^ *\/\/ spec: .*\n)+)/gm)) {
    const title = titleAfter(text.slice((tag.index ?? 0) + tag[0].length));
    if (!title) complaints.push(`${path}: a tag without a test below it`);
    const ids = [...tag[0].matchAll(/\/\/ spec: (.*)/g)].flatMap(([, list = '']) => list.split(','));
    for (const id of ids.map((one) => one.trim()).filter(Boolean)) {
      const tests = known.get(id);
      if (tests) tests.push(`\`${path}\` ${title}`);
      else complaints.push(`${path}: no requirement «${id}»`);
    }
  }
}

/** The title of the first test or describe block in a piece of code. */
function titleAfter(code: string): string | undefined {
  const start = /^\s*(?:for \([\s\S]*?\n\s*)?(?:it|test|describe)\b(\.each)?/.exec(code);
  if (!start) return undefined;
  const literal = start[1]
    ? /\)\(\s*(['"`])((?:(?!\1).)+)\1/
    : /(?:it|test|describe)[\w.]*\(\s*(['"`])((?:(?!\1).)+)\1/;
  return literal.exec(code)?.[2];
}

const cell = (words: string) => words.replaceAll('|', '\\|');
const sections = Object.entries(kinds).map(([kind, heading]) => {
  const rows = specification.filter(({ id }) => id.startsWith(`${kind} `));
  const lines = rows.map(({ id, demand }) => {
    const tests = known.get(id) ?? [];
    if (tests.length === 0) complaints.push(`no test for «${id}»`);
    return `| ${cell(id.slice(kind.length + 1))} | ${cell(demand)} | ${cell([...new Set(tests)].join('<br>'))} |`;
  });
  return `## ${heading}\n\n| requirement | details | tests |\n| --- | --- | --- |\n${lines.join('\n')}\n`;
});
const document = `# Coverage of the specification

Made by \`npm run coverage\` from the tags in the tests; \`npm test\` fails if a requirement has no test. Requirements about
the fitness services are not listed yet.

${sections.join('\n')}`;

if (!process.argv.includes('--check')) writeFileSync(file, document);
else if (readFileSync(file, 'utf8') !== document) complaints.push(`${file} is out of date: npm run coverage`);
console.log(complaints.join('\n') || `${specification.length} requirements, each with a test`);
process.exit(complaints.length === 0 ? 0 : 1);
