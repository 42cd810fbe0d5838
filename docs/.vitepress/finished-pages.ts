import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

/**
 * Makes a page fit the content security policy, which allows no inline scripts or styles. Inline scripts move into
 * files; the page loads these files in the same places, so they still run before the page is shown. The theme sets the
 * inline styles again from its scripts, which the policy allows.
 */
export function withoutInlineCode(html: string, page: string, outDir: string): string {
  return html
    .replace(/(<[^>]+?) style="[^"]*"/g, '$1')
    .replace(/<script(?<attributes>[^>]*)>(?<code>[^<]+)<\/script>/g, (...match) => {
      const { attributes, code } = match.at(-1) as { attributes: string; code: string };
      const file = `assets/inline.${createHash('sha256').update(code).digest('hex').slice(0, 8)}.js`;
      if (!existsSync(join(outDir, file))) {
        mkdirSync(dirname(join(outDir, file)), { recursive: true });
        writeFileSync(join(outDir, file), code);
      }
      return `<script${attributes} src="${wayUp(page)}${file}"></script>`;
    });
}

/** Returns the relative path from a page to the root of the site. */
export const wayUp = (page: string): string => '../'.repeat(page.split('/').length - 1) || './';

/** Compresses the scripts, styles and drawings once, instead of for every request. */
export function precompress(outDir: string): void {
  for (const file of globSync(`${outDir}/assets/**/*.{js,css,svg}`))
    writeFileSync(
      `${file}.br`,
      brotliCompressSync(readFileSync(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    );
}
