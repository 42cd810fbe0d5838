import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const server = 'http://localhost:3000';

/** Compresses what browsers load, once and as small as it gets, instead of anew for every browser. */
const precompress: Plugin = {
  name: 'precompress',
  apply: 'build',
  closeBundle() {
    for (const file of globSync('dist/web/assets/*.{js,css,svg}'))
      writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)));
  },
};

export default defineConfig({
  root: 'web',
  // Relative addresses, so that one build works under any base path.
  base: './',
  plugins: [react(), precompress],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    // Every browser of the target knows module preloading.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every first load needs comes in one file of libraries, which stays in the browser's cache over
          // our releases, and one of our own: as many small ones compress worse, by 8 kB in all. One more has what
          // the dashboard needs: in the sixty pieces that screens share it costs a phone a second.
          groups: [
            { name: 'libraries', tags: ['$initial'], test: /node_modules/ },
            { name: 'first-load', tags: ['$initial'] },
            { name: 'signed-in', test: /\/(signed-in-layout|dashboard-screen)\.tsx$/ },
          ],
        },
      },
    },
    // Uncompressed; what it costs to load is measured by e2e/first-load.spec.ts.
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
