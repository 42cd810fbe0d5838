import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  // Relative addresses, so that one build works under any base path.
  base: './',
  plugins: [react()],
  build: {
    outDir: '../dist/management',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Only organisers and moderators load it.
    chunkSizeWarningLimit: 3000,
  },
});
