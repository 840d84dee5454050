import type { CatalogueReads } from '#contract/books/catalogue-reads.ts'
import type { ContentPages } from './content-pages.ts'
import type { Site } from './site.ts'

/** What the server gives the loaders of server-side rendering. The same for every visitor. */
export interface ScreenServices {
  site: Site
  reads: CatalogueReads
  content: ContentPages
  /** Under which the server's log knows the request; a page that failed shows it. */
  requestId: string
  /** For the nonce attribute of our own inline scripts; the server approves these and takes it out again. */
  scriptMark: string
  /** Reports what failed while a screen was rendered; the visitor sees less. */
  reportError(error: unknown): void
}

/** Answers a request for a screen or for its data: what the built screens hand to the server. */
export type ScreenHandler = (request: Request, services: ScreenServices) => Promise<Response>
