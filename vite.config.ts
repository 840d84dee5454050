import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

// Only what every page needs anyway: a wider pattern would drag the signed-in screens' libraries into the first load.
const VENDOR = /\/node_modules\/(?:react|react-dom|react-router|scheduler)\//

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  publicDir: 'client/public',
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: { codeSplitting: { groups: [{ name: 'vendor', test: VENDOR }] } },
        },
      },
    },
  },
  // Inlined files would need `data:` in the content security policy.
  build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 300 },
})
