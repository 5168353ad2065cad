import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const service = process.env.POSTHORN_URL ?? 'http://localhost:3000';
/** A page of the service has this origin: what is asked for here is asked for there as if from there. */
const proxied = { target: service, changeOrigin: true };

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react(), tailwindcss()],
  server: {
    host: 'localhost',
    proxy: {
      '/v1': proxied,
      '/account': proxied,
      '/admin': proxied,
      '/attachments': proxied,
      '/health': proxied,
      '/console/preview': proxied,
    },
  },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    reportCompressedSize: false,
    manifest: 'manifest.json',
  },
});
