import * as z from 'zod/mini'
import type { Book } from './books.ts'
import type { BookCount } from './book-calls.ts'
import { defineCall, type Page } from './call.ts'
import type { Category } from './categories.ts'
import type { PAGE_NAMES } from './constants.ts'
import type { PageRequest } from './paging.ts'
import type { BookSort } from './book-sorts.ts'

/** What a browser may know of the configuration. */
const site = z.object({
  name: z.string(),
  tagline: z.string(),
  /** ISO 4217. */
  currency: z.string(),
  /** In the demo cards and mails are not real, and every page says so. */
  demo: z.boolean(),
  /** Whether this machine's browsers can read the mails at /outbox, because they are not sent. */
  outbox: z.boolean(),
  cataloguePublic: z.boolean(),
  /** How long a copy is held for a buyer who has yet to pay. */
  holdSeconds: z.number(),
  publicUrl: z.string(),
  /** The email address of whoever runs the club; empty where none is set. */
  contact: z.string(),
  cards: z.object({
    mode: z.enum(['simulator', 'stripe', 'off']),
    publishableKey: z.string(),
    /** Where the browser confirms a payment with the simulator; empty with a real provider. */
    apiBase: z.string(),
  }),
  identity: z.object({ kind: z.literal('embedded'), google: z.boolean() }),
})
export type Site = z.infer<typeof site>

export const getConfig = defineCall({
  method: 'GET',
  path: '/config',
  who: 'anyone',
  summary: 'What a browser may know of the shop’s configuration',
  answer: site,
})

const running = z.object({ status: z.literal('ok') })
export const health = defineCall({
  method: 'GET',
  path: '/health',
  who: 'anyone',
  summary: 'The program is alive',
  answer: running,
})
export const ready = defineCall({
  method: 'GET',
  path: '/ready',
  who: 'anyone',
  summary: 'The database answers and its migrations are done; where backups are taken, how they stand',
  answer: z.extend(running, {
    /** There where the shop takes backups by itself. A failed one is tried again; the log says why it failed. */
    backups: z.optional(z.object({ state: z.enum(['ok', 'failed']), last: z.nullable(z.string()) })),
  }),
  refusals: ['unavailable'],
})

const outboxMail = z.object({
  id: z.string(),
  to: z.object({ name: z.string(), address: z.string() }),
  subject: z.string(),
  text: z.string(),
  /** ISO 8601, UTC. */
  sentAt: z.string(),
})
export type OutboxMail = z.infer<typeof outboxMail>

export const listOutbox = defineCall({
  method: 'GET',
  path: '/outbox',
  who: 'anyone',
  summary:
    'The demo’s mails, newest first; there only in a demo at an address of this machine, and only for its own browsers',
  answer: z.array(outboxMail),
  refusals: ['not_found'],
})

/**
 * What server-rendered screens read, in process: the server's own read use cases, never over HTTP. It is the
 * public face of the catalogue, the same for everyone.
 */
export interface CatalogueReads {
  listCategories(): Promise<Category[]>
  /** Newest first unless sorted otherwise; null for an unknown category. */
  listBooks(
    request: Omit<PageRequest<BookSort>, 'sort'> & {
      category?: string | undefined
      available: 'unsold' | 'all'
      sort?: BookSort | undefined
    },
  ): Promise<Page<Book> | null>
  /** How many of them are for sale; null for an unknown category. */
  countBooks(category?: string): Promise<BookCount | null>
  listAdvertisedBooks(): Promise<Book[]>
  findBook(id: string): Promise<Book | null>
}

/** A page of text, as its author wrote it. */
export interface WrittenPage {
  title: string
  /** Its first paragraph, without marks. */
  description: string
  /** What follows the title. Safe to put into a page: made from Markdown, and nothing else got through. */
  html: string
  /** The headings below the title, none where the text has none. Their anchors are ids in `html`. */
  sections: { anchor: string; title: string }[]
}

/** An article of the blogs. */
export interface Article extends WrittenPage {
  /** Its anchor. */
  name: string
  /** A day such as 2026-11-02; null when the author left that open. */
  published: string | null
  /** How long reading takes. */
  minutes: number
}

/** The shop's own texts, read when it started. */
export interface WrittenPages {
  pages: Readonly<Record<(typeof PAGE_NAMES)[number], WrittenPage>>
  articles: readonly Article[]
}

/** What the server lends to the loaders of server-rendered screens. The same for every visitor. */
export interface ScreenServices {
  site: Site
  reads: CatalogueReads
  written: WrittenPages
  /** Under which the server's log knows the request; a page that failed shows it. */
  requestId: string
  /** For the nonce attribute of our own inline scripts; the server approves these and takes it out again. */
  scriptMark: string
  /** Hears of what went wrong while a screen was made; the visitor is told less. */
  reportError(error: unknown): void
}

/** Answers a request for a screen or for its data: what the built screens hand to the server. */
export type ScreenHandler = (request: Request, services: ScreenServices) => Promise<Response>
