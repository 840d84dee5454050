import { createContext, type RouterContextProvider } from 'react-router'
import type { CatalogueReads } from '#contract/books/catalogue-reads.ts'
import type { ScreenServices } from '#contract/screen-services.ts'
import type { Site } from '#contract/site.ts'
import type { ContentPages } from '#contract/content-pages.ts'

export const screenServices = createContext<ScreenServices>()

/** Public site configuration, for a loader. */
export function siteIn(context: Readonly<RouterContextProvider>): Site {
  return context.get(screenServices).site
}

/** Content pages and articles, for a loader. */
export function contentIn(context: Readonly<RouterContextProvider>): ContentPages {
  return context.get(screenServices).content
}

/** Result of a read that may fail without failing the rest of the screen. */
export type Section<T> = { ok: true; value: T } | { ok: false }

/** Runs a catalogue read for a screen's loader; a failure is reported and becomes a failed section. */
export async function readSection<T>(
  context: Readonly<RouterContextProvider>,
  read: (reads: CatalogueReads) => Promise<T>,
): Promise<Section<T>> {
  const { reads, reportError } = context.get(screenServices)
  try {
    return { ok: true, value: await read(reads) }
  } catch (error) {
    reportError(error)
    return { ok: false }
  }
}
