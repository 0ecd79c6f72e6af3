import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  base: '/console/',
  plugins: [react(), tailwindcss()],
  // The service may have a path prefix, which only the page knows: chunks find each other by their own address.
  experimental: { renderBuiltUrl: (_, { hostType }) => (hostType === 'js' ? { relative: true } : undefined) },
  build: {
    outDir: '../../dist/console',
    emptyOutDir: true,
    target: 'es2023',
    // The polyfill is an inline script, which the policy of the page forbids.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Every screen needs these. A chunk for each file would be a request for each file.
    rolldownOptions: {
      // Its warning about the time of a plugin looks like an error at the end of `npm ci`.
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: {
          groups: [
            { name: 'shared', test: /console\/src\/(ui|api)\//, priority: 2 },
            { name: 'trading', test: /console\/src\/screens\/trading\//, priority: 1 },
          ],
        },
      },
    },
  },
});
