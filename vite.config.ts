import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = 'http://localhost:3000';

export default defineConfig({
  root: 'web',
  // Relative addresses, so that one build works under any base path.
  base: './',
  plugins: [react()],
  build: { outDir: '../dist/web', emptyOutDir: true, target: 'es2023', assetsInlineLimit: 0 },
  server: {
    proxy: Object.fromEntries(
      ['/platform', '/global-challenge', '/translations', '/logout'].map((path) => [path, server]),
    ),
  },
});
