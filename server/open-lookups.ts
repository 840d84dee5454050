import type { Site } from '#contract/site.ts'
import type { Config } from './config.ts'
import { VERSION } from './config/version.ts'
import { purgeChanges } from './jobs/purge-changes.ts'
import type { BookLookup } from './ports/book-lookup.ts'
import type { Purges } from './ports/cdn.ts'
import type { Releases } from './ports/releases.ts'
import { cdnByKeys } from './providers/cdn/cdn-by-keys.ts'
import type { Services } from './services.ts'

/** Opens the look-ups at other services: books by ISBN, newer versions; null for each that is switched off. */
export const openLookups = async (
  config: Config,
  site: Site,
): Promise<{ bookLookup: BookLookup | null; releases: Releases | null }> => ({
  bookLookup: await openBookLookup(config, site),
  releases: await openReleases(config),
})

async function openBookLookup({ openLibraryUrl, publicUrl }: Config, { name }: Site): Promise<BookLookup | null> {
  if (openLibraryUrl === null) return null
  const { openLibrary } = await import('./providers/open-library/open-library.ts')
  return openLibrary({ api: openLibraryUrl, agent: `${name} (${publicUrl})` })
}

async function openReleases({ newestVersionUrl }: Config): Promise<Releases | null> {
  if (newestVersionUrl === null) return null
  const { releasePage } = await import('./providers/release-page/release-page.ts')
  return releasePage({ url: newestVersionUrl, agent: `Dogear ${VERSION}` })
}

/** Opens what has the CDN before the shop forget what changes; null where there is none. */
export const openCdn = ({ cdn }: Config, services: Pick<Services, 'db' | 'log'>): Purges | null =>
  cdn && purgeChanges(services, cdnByKeys(cdn))
