import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path/posix';
import type { MarkdownRenderer } from 'vitepress';
import { pageOf } from './pages.ts';

/**
 * Lets links that work on a repository host also work on the site, where pages have other paths. Files that are not
 * pages are named instead of linked. A link to a file that does not exist fails the build.
 */
export function repositoryLinks(markdown: MarkdownRenderer, repository: string): void {
  markdown.core.ruler.push('repository-links', ({ tokens, env }) => {
    const source = relative(repository, env.realPath ?? env.path);
    for (const { children } of tokens)
      for (const [index, token] of (children ?? []).entries()) {
        if (token.type !== 'link_open') continue;
        const [path = '', anchor] = String(token.attrGet('href')).split('#', 2);
        if (path === '' || /^([a-z]+:|\/)/.test(path)) continue;
        const target = join(dirname(source), decodeURIComponent(path));
        if (!existsSync(join(repository, target)))
          throw new Error(`${source} links to ${target}, which does not exist`);
        const page = pageOf(target.endsWith('/') ? `${target}README.md` : target);
        if (page === undefined) unlink(children ?? [], index);
        else {
          const to = relative(dirname(pageOf(source) ?? ''), page);
          token.attrSet('href', `./${to}${anchor === undefined ? '' : `#${anchor}`}`);
        }
      }
  });
}

/** Shows the text of a link without the link. */
function unlink(
  tokens: NonNullable<Parameters<MarkdownRenderer['renderer']['render']>[0]>,
  start: number,
): void {
  const end = tokens.findIndex(({ type }, index) => index > start && type === 'link_close');
  for (const index of [start, end]) {
    const token = tokens[index];
    if (!token) continue;
    token.type = index === start ? 'em_open' : 'em_close';
    token.tag = 'em';
    token.attrs = null;
  }
}
