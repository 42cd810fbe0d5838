import { globSync, readFileSync } from 'node:fs';

/** A test that names something in a tag above it: `// spec: <id>, <id>` or `// claim: <id>, <id>`. */
export interface TaggedTest {
  kind: 'spec' | 'claim';
  id: string;
  file: string;
  title: string;
}

/** Reads the tags of all tests that `npm test` runs. Throws if there is no test, or only a skipped one, below a tag. */
export function taggedTests(): TaggedTest[] {
  const found: TaggedTest[] = [];
  for (const file of globSync(
    '{contract,server,simulators,demo,web,management,rules,bench,e2e}/**/*.{test,spec}.ts',
  ).sort()) {
    const text = readFileSync(file, 'utf8');
    for (const tag of text.matchAll(/((?:^ *\/\/ (?:spec|claim): .*\n)+)/gm)) {
      const title = titleAfter(text.slice((tag.index ?? 0) + tag[0].length));
      if (!title) throw new Error(`${file}: a tag without a test below it`);
      for (const [, kind, list = ''] of tag[0].matchAll(/\/\/ (spec|claim): (.*)/g))
        for (const id of list.split(','))
          if (id.trim()) found.push({ kind: kind as TaggedTest['kind'], id: id.trim(), file, title });
    }
  }
  return found;
}

/** Returns the title of the first test or describe block in a piece of code. */
function titleAfter(code: string): string | undefined {
  const start = /^\s*(?:for \([\s\S]*?\n\s*)?(?:it|test|describe)\b(?!\.(?:skip|todo)\()(\.each)?/.exec(code);
  if (!start) return undefined;
  const literal = start[1]
    ? /\)\(\s*(['"`])((?:(?!\1).)+)\1/
    : /(?:it|test|describe)[\w.]*\(\s*(['"`])((?:(?!\1).)+)\1/;
  return literal.exec(code)?.[2];
}
