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
  build: { outDir: '../dist/web', emptyOutDir: true, target: 'es2023', assetsInlineLimit: 0 },
  server: {
    proxy: Object.fromEntries(
      ['/platform', '/global-challenge', '/translations', '/logout'].map((path) => [path, server]),
    ),
  },
});
