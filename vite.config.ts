import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

// Only what every page needs anyway: a wider pattern would drag the signed-in screens' libraries into the first load.
const VENDOR = /\/node_modules\/(?:react|react-dom|react-router|scheduler)\//

/**
 * The files that lie in these folders of the client, without those in folders inside of them. Left to itself the bundler
 * makes a file of each part that two screens share; together they are smaller, and fewer come one after the other. So a
 * room is one file: what only some of its screens need lies in a folder inside of it, and is loaded apart.
 */
const rooms = (...folders: string[]) => new RegExp(`/client/(?:${folders.join('|')})/[^/]+$`)
/** What is too small for a file of its own, and on the way to nearly every page. */
const FRAME = new RegExp(
  `${rooms('app', 'ui').source}|/client/(?:session/origin|api/(?:club-token|new-key|offline-fallback))\\.ts$|/contract/href\\.ts$`,
)
/** With the few words on how soon a seller answers, too small for a file of their own. */
const BOOKS = new RegExp(`${rooms('books', 'buying').source}|/contract/books/answers-within\\.ts$`)
/** What the screens of signing in and up share, too small for files of their own. */
const DOORS = /\/client\/session\/(?:already-signed-in|google-sign-in|use-arrival)\.tsx?$/

// What screens of signed-in people share. Each file is a request, and many wait until another one was read; the dashboard
// had 51 of them and has 29, with no more bytes. A part of a few screens stays a file of its own: who needs one part of a
// file loads all of it.
const QUERIES = /\/node_modules\/@tanstack\/(?:query-core|react-query)\//
const CALLS = /\/node_modules\/zod\/|\/contract\/(?:accounts\/accounts|[^/]+)\.ts$|\/client\/api\/[^/]+$/
/** Of the books what has schemas; how soon a seller answers is a visitor's to know. */
const SHELF = /\/contract\/(?:books\/(?!answers-within)|images\/|money\/|wants\/)/
/** Of a session what begins once somebody is signed in. */
const SESSION = /\/client\/(?:messages\/|session\/(?:query-client|signed-in|signing-in|use-account|use-call))/

/**
 * A name stands in every file that asks for it, those of screens in the table of routes, which every page loads: letters
 * that are pressed well. Both builds name files so: under another name in the server's page than in the scripts, a style
 * sheet and its fonts would be loaded twice and every page laid out anew.
 */
const hashCharacters = 'hex'

/** Where a call's declaration has its example, with the comma behind it. */
function* examplesIn(code: string, node: unknown): Generator<{ start: number; end: number }> {
  if (typeof node !== 'object' || node === null) return
  const { type, key, start, end } = node as { type?: string; key?: { name?: string }; start: number; end: number }
  if (type === 'Property' && key?.name === 'example')
    yield { start, end: end + (/^\s*,/.exec(code.slice(end))?.[0].length ?? 0) }
  else for (const child of Object.values(node)) yield* examplesIn(code, child)
}

/** Examples are for the API's document and the tests: browsers don't load them. */
const withoutExamples: Plugin = {
  name: 'without-examples',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /\/contract\/[^?]+\.ts$/, code: /\bexample:/ },
    handler(code) {
      const found = [...examplesIn(code, this.parse(code))].toReversed()
      return { code: found.reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), code), map: null }
    },
  },
}

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), withoutExamples],
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
                { name: 'vendor', test: VENDOR, priority: 6 },
                { name: 'frame', test: FRAME, priority: 5 },
                { name: 'books', test: BOOKS, priority: 4 },
                { name: 'facts', test: rooms('ui/facts'), priority: 4 },
                { name: 'lists', test: rooms('lists', 'books/list', 'books/search'), priority: 3 },
                { name: 'doors', test: DOORS, priority: 3 },
                { name: 'forms', test: rooms('forms'), priority: 2 },
                { name: 'typed forms', test: rooms('forms/typed', 'forms/drafts'), priority: 2 },
                { name: 'queries', test: QUERIES, priority: 2 },
                { name: 'calls', test: CALLS, minShareCount: 6, priority: 1 },
                { name: 'session', test: SESSION, minShareCount: 3 },
                { name: 'shelf', test: SHELF, minShareCount: 3 },
                { name: 'orders', test: /\/(?:client|contract)\/orders\/[^/]+$/, minShareCount: 3 },
                { name: 'tables', test: rooms('lists/tables', 'lists/queried'), minShareCount: 3 },
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
