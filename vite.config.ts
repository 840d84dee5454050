import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

// Only what every page needs anyway: a wider pattern would drag the signed-in screens' libraries into the first load.
const VENDOR = /\/node_modules\/(?:react|react-dom|react-router|scheduler)\//

/**
 * The files that lie in these folders of the client, without those in folders inside of them. Left to itself the bundler
 * makes a file of each part that two screens share; together they are smaller, and fewer come one after the other. So a
 * room is one file: what only some of its screens need lies in a folder inside of it, and is loaded apart.
 */
const rooms = (...folders: string[]) => new RegExp(`/client/(?:${folders.join('|')})/[^/]+$`)
/** What is too small for a file of its own, and on the way to nearly every page. */
const FRAME = new RegExp(`${rooms('app', 'ui').source}|/client/(?:session/origin|api/(?:club-token|new-key))\\.ts$`)
/** What the screens of signing in and up share, too small for files of their own. */
const DOORS = /\/client\/session\/(?:already-signed-in|google-sign-in|use-arrival)\.tsx?$/

/**
 * A name stands in every file that asks for it, those of screens in the table of routes, which every page loads: letters
 * that are pressed well. Both builds name files so: under another name in the server's page than in the scripts, a style
 * sheet and its fonts would be loaded twice and every page laid out anew.
 */
const hashCharacters = 'hex'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  publicDir: 'client/public',
  environments: {
    ssr: { build: { rolldownOptions: { output: { hashCharacters } } } },
    client: {
      build: {
        rolldownOptions: {
          output: {
            hashCharacters,
            chunkFileNames: 'assets/[hash].js',
            entryFileNames: 'assets/[hash].js',
            codeSplitting: {
              groups: [
                { name: 'vendor', test: VENDOR, priority: 4 },
                { name: 'frame', test: FRAME, priority: 3 },
                { name: 'books', test: rooms('books', 'buying'), priority: 2 },
                { name: 'facts', test: rooms('ui/facts'), priority: 2 },
                { name: 'lists', test: rooms('lists', 'books/list', 'books/search'), priority: 1 },
                { name: 'doors', test: DOORS, priority: 1 },
                { name: 'forms', test: rooms('forms'), priority: 0 },
                { name: 'typed forms', test: rooms('forms/typed', 'forms/drafts'), priority: 0 },
              ],
            },
          },
        },
      },
    },
  },
  // The one worker needs a policy of its own, so the server knows it by its name (server/http/security-headers.ts).
  worker: { format: 'es', rolldownOptions: { output: { entryFileNames: 'assets/[name]-[hash].js' } } },
  // Inlined files would need `data:` in the content security policy.
  build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 300 },
})
