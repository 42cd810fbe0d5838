import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from '../precompress.ts';

export default defineConfig({
  root: import.meta.dirname,
  // Relative URLs make the same build work under any base path.
  base: './',
  plugins: [react(), precompress],
  build: {
    outDir: '../dist/management',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Only organisers, moderators and analysts load this app, so large chunks are acceptable.
    chunkSizeWarningLimit: 3000,
  },
});
