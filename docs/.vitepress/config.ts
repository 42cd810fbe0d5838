import { relative } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { precompress, wayUp, withoutInlineCode } from './finished-pages.ts';
import { locales, searchTexts } from './locales.ts';
import { alignWithClasses, plainCode } from './markup.ts';
import { notPages, pageOf } from './pages.ts';
import { repositoryLinks } from './repository-links.ts';
import { samePage } from './same-page.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));

export default defineConfig({
  // The whole repository, because the read-me, the changelog and the guides in `deploy/` are pages too.
  srcDir: '..',
  srcExclude: notPages(repository),
  rewrites: (path) => pageOf(path) ?? path,
  outDir: '../dist/docs',
  cacheDir: '../node_modules/.cache/vitepress',
  // Relative addresses, so that one build works under any base path.
  base: './',
  title: 'Company challenge',
  description: 'How to take part in a company challenge, run one, install it and build on it',
  locales,
  // Would insert an inline style, which the content security policy forbids.
  appearance: { disableTransition: false },
  themeConfig: {
    logo: { src: '/favicon.svg', alt: '' },
    search: { provider: 'local', options: { locales: searchTexts } },
    outline: [2, 3],
    i18nRouting: samePage,
  },
  markdown: {
    highlight: plainCode,
    config(markdown) {
      repositoryLinks(markdown, repository);
      alignWithClasses(markdown);
    },
  },
  transformHead: ({ page }) => [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: `${wayUp(page)}favicon.svg` }],
  ],
  transformHtml: (html, file, { siteConfig: { outDir } }) =>
    withoutInlineCode(html, relative(outDir, file), outDir),
  buildEnd: ({ outDir }) => precompress(outDir),
  vite: {
    // The participants' app has its configuration at the root, which Vite would find.
    configFile: false,
    publicDir: fileURLToPath(new URL('./public', import.meta.url)),
    build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 1000 },
  },
});
