import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

// Only what every page needs anyway: a wider pattern would drag the signed-in screens' libraries into the first load.
const VENDOR = /\/node_modules\/(?:react|react-dom|react-router|scheduler)\//
// Left to itself the bundler makes a file of each part that two screens share. Together they are smaller, and fewer
// come one after the other: what every page has, what shows a book, what lists books, and what forms are made of.
const partsOf = (names: string) => new RegExp(`/client/parts/(?:${names})[.]tsx?$`)
const FRAME = [
  partsOf('site|notices|notice-store|reload-once|use-hydrated|opens-elsewhere'),
  /\/client\/session\/session\.ts$|\/problem-error\.ts$/,
  /\/contract\/(?:sign-in|notices|retries|previews|[a-z]+-limits|ids|conditions|content-pages)\.ts$/,
  /\/contract\/(?:wording|currency-digits)\.ts$/,
]
const CARDS = [
  partsOf('book-cards?|book-words|fact|price|money|badge|times|time-ago|condition-grade|picture|cover|generated-cover'),
  partsOf('standing-books|category-shelf|empty-shelf|failed-section|retry|buy-now/buy-now'),
  /\/contract\/image-sources\.ts$|\/cover\/[\w-]+\.ts$/,
]
const LISTS = [
  partsOf('shelf|public-shelf|open-offline|read-shelf|shelf-[a-z]+|list-place|list-failure|load-more|to-beginning'),
  /\/contract\/book-sorts\.ts$/,
]
const FORMS = [partsOf('failure-(?:line|words)|error-summary|field|form-texts')]
const isOneOf = (patterns: RegExp[]) => (file: string) => patterns.some((pattern) => pattern.test(file))

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  publicDir: 'client/public',
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // A name stands in every file that asks for it: short ones, of letters that are pressed well.
            hashCharacters: 'hex',
            chunkFileNames: 'assets/[hash].js',
            codeSplitting: {
              groups: [
                { name: 'vendor', test: VENDOR, priority: 4 },
                { name: 'frame', test: isOneOf(FRAME), priority: 3 },
                { name: 'cards', test: isOneOf(CARDS), priority: 2 },
                { name: 'lists', test: isOneOf(LISTS), priority: 1 },
                { name: 'forms', test: isOneOf(FORMS), priority: 0 },
              ],
            },
          },
        },
      },
    },
  },
  // Inlined files would need `data:` in the content security policy.
  build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 300 },
})
