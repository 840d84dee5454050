import path from 'node:path'
import type { CatalogueReads } from '#contract/books/catalogue-reads.ts'
import { catalogueReads } from '#server/catalogue-reads.ts'
import { builtScreens } from '#server/http/built-screens.ts'
import { serveScreens } from '#server/http/serve-screens.ts'
import { type TestDatabase } from './database.ts'
import { buildScreens } from './shop-process.ts'
import { startTestServer, type TestServer, type TestServerOptions } from './test-server.ts'

export interface RenderedShop extends TestServer {
  /** The addresses of pages that were answered, each with whether that was from memory; in order. */
  answered: { url: string; isFromCache: boolean }[]
  /** What rendered pages read; a test may put something before it. */
  reads: CatalogueReads
}

/** Starts a shop with the built screens on a new database, on a given one, or as a second process of a shop. */
export async function startRenderedShop({
  on,
  database,
  env = {},
  plugins = [],
  ...more
}: { on?: TestServer; database?: TestDatabase | undefined } & Pick<
  TestServerOptions,
  'env' | 'plugins' | 'dataDir'
> = {}): Promise<RenderedShop> {
  await buildScreens()
  const reads = {} as CatalogueReads
  const answered: RenderedShop['answered'] = []
  const server = await startTestServer({
    on,
    database,
    env: { CATALOGUE: 'open', ...env },
    plugins,
    ...more,
    screens: async (scope, { services: { site, settings, metrics }, server: { origins }, content }) => {
      scope.addHook('onResponse', async ({ raw, isFromCache }) => {
        answered.push({ url: raw.url ?? '', isFromCache })
      })
      const screens = await builtScreens(path.resolve('build'))
      await serveScreens(scope, { screens, site, origins, settings, reads, content, metrics })
    },
  })
  const { db, breaker } = server.database
  Object.assign(reads, catalogueReads({ db, shop: { currency: 'USD' }, clock: server.clock }, breaker))
  return { ...server, answered, reads }
}
