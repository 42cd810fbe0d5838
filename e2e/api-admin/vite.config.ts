import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  base: '/api-admin/',
  plugins: [react()],
  build: { outDir: '../../test-results/api-admin', emptyOutDir: true, chunkSizeWarningLimit: 5000 },
});
