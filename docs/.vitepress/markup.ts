import type { MarkdownOptions, MarkdownRenderer } from 'vitepress';

const escaped = (code: string) =>
  code.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/\{\{/g, '&#123;&#123;');

/** Shows code without colours, which would need inline styles; the content security policy forbids these. */
export const plainCode: NonNullable<MarkdownOptions['highlight']> = (code, language) =>
  `<pre class="language-${language}" tabindex="0"><code>${escaped(code)}</code></pre>`;

/** Aligns the columns of tables with classes instead of inline styles. */
export function alignWithClasses(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('aligned-columns', ({ tokens }) => {
    for (const token of tokens) {
      if (token.type !== 'th_open' && token.type !== 'td_open') continue;
      const [, side] = token.attrGet('style')?.match(/^text-align:(\w+)/) ?? [];
      if (side) token.attrs = [['class', side]];
    }
  });
}
