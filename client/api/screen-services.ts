import { createContext, type RouterContextProvider } from 'react-router'
import type { CatalogueReads } from '#contract/books/catalogue-reads.ts'
import type { ScreenServices } from '#contract/screen-services.ts'
import type { Site } from '#contract/site.ts'
import type { ContentPages } from '#contract/content-pages.ts'

export const screenServices = createContext<ScreenServices>()

/** The site's public configuration, in a loader. */
export function siteIn(context: Readonly<RouterContextProvider>): Site {
  return context.get(screenServices).site
}

/** Content pages and articles, in a loader. */
export function contentIn(context: Readonly<RouterContextProvider>): ContentPages {
  return context.get(screenServices).content
}

/** One part of a screen that may fail without taking the rest along. */
export type Section<T> = { ok: true; value: T } | { ok: false }

/** Runs one read of the catalogue for a screen; a failure is reported and becomes a section that says so. */
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
