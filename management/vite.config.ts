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
    // Loaded by the few who look after the platform, on no participant's way.
    chunkSizeWarningLimit: 3000,
  },
});
