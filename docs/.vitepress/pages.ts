import { readdirSync } from 'node:fs';

/** The pages of the site that are outside of `docs/`, and their paths on the site. */
const others: Record<string, string> = {
  'README.md': 'read-me.md',
  'CONTRIBUTING.md': 'contributing.md',
  'CHANGELOG.md': 'changelog.md',
  'SECURITY.md': 'reporting-vulnerabilities.md',
};

/** The patterns of everything in the repository that is not a page. */
export const notPages = (repository: string): string[] =>
  readdirSync(repository, { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory())
      return entry.name.endsWith('.md') && !(entry.name in others) ? [entry.name] : [];
    return ['docs', 'deploy'].includes(entry.name) ? [] : [`${entry.name}/**`];
  });

/** Returns the path of a Markdown file on the site, from its path in the repository; undefined if it is not a page. */
export function pageOf(path: string): string | undefined {
  if (path in others) return others[path];
  if (!/^(docs|deploy)\/.*\.md$/.test(path)) return undefined;
  return path.replace(/^docs\//, '').replace(/(^|\/)README\.md$/, '$1index.md');
}
