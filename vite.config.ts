import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { precompress } from './precompress.ts';

const server = 'http://localhost:3000';

/** Adds `web/early.ts` to the page as a script of its own, so that it runs while the libraries are still on their way. */
const early: Plugin = {
  name: 'early',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) => {
      const chunk = Object.values(bundle ?? {}).find(({ name }) => name === 'early');
      const attrs = { type: 'module', async: true, crossorigin: true, src: `./${chunk?.fileName}` };
      return [{ tag: 'script', attrs, injectTo: 'head' }];
    },
  },
};

/** Puts the style sheet into the page, so that browsers can paint the page's frame without another request. */
const inlineStyles: Plugin = {
  name: 'inline-styles',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const [link = '', name = ''] = /<link rel="stylesheet"[^>]* href="\.\/([^"]+)">/.exec(html) ?? [];
      const sheet = bundle[name];
      if (sheet?.type !== 'asset') throw new Error('The page has no style sheet');
      delete bundle[name];
      // Otherwise, screens would load this file, which no longer exists, before they are shown.
      for (const file of Object.values(bundle))
        if (file.type === 'chunk') file.viteMetadata?.importedCss.delete(name);
      // Addresses in the sheet are relative to its folder. The server fills in the nonce.
      const style = String(sheet.source).replaceAll('url(./', 'url(./assets/');
      const page = html.replace(link, () => `<style nonce="nonce">${style}</style>`);
      if (page.includes('rel="stylesheet"')) throw new Error('The page has more than one style sheet');
      return page;
    },
  },
};

export default defineConfig({
  root: 'web',
  // Relative addresses, so that one build works under any base path.
  base: './',
  plugins: [react(), early, inlineStyles, precompress],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    // Every supported browser has module preloading.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: resolve('web/index.html'), early: resolve('web/early.ts') },
      output: {
        codeSplitting: {
          // Everybody needs two files of libraries, which stay cached across releases, and one of our own: many small
          // files would compress worse, by 8 kB in total. React has a file of its own, so that it starts in a task of
          // its own while the other libraries are still on their way (see `web/early.ts`). Visitors also need the form to sign in, and signed-in people
          // need the dashboard: in the sixty chunks that screens share, its code would load a second later on a phone.
          groups: [
            {
              name: 'early',
              test: /web\/early\.ts|early-calls|kit\/page\.ts|client\/formats|preload-helper/,
              priority: 1,
            },
            { name: 'react', tags: ['$initial'], test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: 'libraries', tags: ['$initial'], test: /node_modules/ },
            // Both the sign-in page and the dashboard need the consents, and neither loads the files of the other.
            { name: 'first-load', test: /web\/main\.tsx|contract\/consents\.ts$/ },
            { name: 'forms', test: /web\/ui\/(form|fields)\.tsx$/ },
            { name: 'sign-in', test: /\/sign-in-screen\.tsx$/ },
            { name: 'signed-in', test: /\/(signed-in-layout\.tsx|dashboard-screen\.tsx|first-data\.ts)$/ },
          ],
        },
      },
    },
    // Uncompressed; e2e/first-load.spec.ts measures the loading cost.
    chunkSizeWarningLimit: 600,
  },
  server: {
    proxy: Object.fromEntries(
      ['/platform', '/global-challenge', '/translations', '/logout', '/gc', '/dashboard'].map((path) => [
        path,
        server,
      ]),
    ),
  },
});
