import path from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, normalizePath, type Plugin, type Rolldown } from 'vite'
import { isPublic, screens, type Screen } from '#contract/screens.ts'

type Graph = Rolldown.ChunkingContext

// Only what every page needs anyway: a wider pattern would drag the signed-in screens' libraries into the first load.
const VENDOR = /\/node_modules\/(?:react|react-dom|react-router|scheduler)\//

const inClient = (place: string) => normalizePath(path.resolve('client', place))
const screenFile = ({ file }: Screen) => inClient(`screens/${file}`)
const frame = ['app/entry.client.tsx', 'app/root.tsx'].map(inClient)
const catalogue = screens.filter((screen) => isPublic(screen, { catalogue: 'open' })).map(screenFile)
const landing = screens
  .filter(({ path: address }) => address === '' || address.startsWith('advertise/'))
  .map(screenFile)
const auth = screens.filter(({ isAuth }) => isAuth).map(screenFile)
const UI = inClient('ui')

/** The modules that a page of these files loads first: they, their static imports, and the imports of those. */
function reachOf(files: string[], graph: Graph): Set<string> {
  const reached = new Set(files)
  for (const id of reached) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) reached.add(next)
  return reached
}

/** Cuts the bundle at the borders of what visitors see. What the catalogue and the auth screens share is the frame's. */
function areasOf(graph: Graph) {
  const [ofCatalogue, ofAuth] = [reachOf(catalogue, graph), reachOf(auth, graph)]
  const inBoth = [...ofCatalogue].filter((id) => ofAuth.has(id) || path.posix.dirname(id) === UI)
  return {
    frame: reachOf([...frame, ...inBoth], graph),
    landing: reachOf(landing, graph),
    catalogue: ofCatalogue,
    auth: ofAuth,
  }
}

let areas: ReturnType<typeof areasOf> | undefined

/**
 * A file of what the screens of an area share. Left alone, the bundler makes a file for each set of screens: 48 for a
 * public page, each a request; by area there are nine at most. A chunk takes what its modules import along, so an area
 * that others import comes first.
 */
const chunkOf = (area: keyof ReturnType<typeof areasOf>, priority: number, minShareCount = 2) => ({
  name: (id: string, graph: Graph) => ((areas ??= areasOf(graph))[area].has(id) ? area : null),
  minShareCount,
  priority,
})

/**
 * A name stands in every file that asks for it, those of screens in the table of routes, which every page loads: letters
 * that are pressed well. Both builds name files so: under another name in the server's page than in the scripts, a style
 * sheet and its fonts would be loaded twice and every page laid out again.
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

/**
 * Conditions of the router that are never true here: the table of routes comes whole (`routeDiscovery`), nothing
 * observes the router's steps, components of the server's own aren't used, and what is written goes by `call`, never by
 * actions of routes.
 */
const NEVER =
  /(?<!function )\b(?:isFogOfWarEnabled\(.*?\)|init\.instrumentations(?=\))|useIsRSCRouterContext\(\)|isMutationMethod\(.*?\))/g

/** Leaves out what of the router no page uses: the minifier drops what only follows from a condition written as `false`. */
const withoutUnusedRouter: Plugin = {
  name: 'without-unused-router',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /\/react-router\/dist\/production\/lib\//, code: NEVER },
    handler: (code) => ({ code: code.replaceAll(NEVER, 'false'), map: null }),
  },
}

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), withoutExamples, withoutUnusedRouter],
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
                { name: 'vendor', test: VENDOR, priority: 5 },
                chunkOf('frame', 4, 1),
                // Most visits begin at home or at a book: these load nothing of the lists, which load this, too.
                chunkOf('landing', 3),
                chunkOf('catalogue', 2),
                chunkOf('auth', 1),
                // Of signed-in screens; what fewer share stays in files of its own.
                { name: 'members', minShareCount: 5 },
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
