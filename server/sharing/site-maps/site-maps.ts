import { bookPath } from '#contract/books/book-path.ts'
import { isPublic, screens, type Screen } from '#contract/screens.ts'
import {
  listBookParts,
  listDatedBooks,
  listSellerParts,
  listSellersFrom,
  type PartBounds,
  type PartStart,
} from '#server/books/dated/list-dated-books.ts'
import { listCategoryRows } from '#server/categories/categories.public.ts'
import type { Services } from '#server/services.ts'
import { xmlText, XML_HEAD } from '#server/sharing/xml.ts'
import { KeptTexts } from './kept-texts.ts'

/** Addresses in a part when the index is made; it may grow until the next one, up to as many as are allowed. */
const PART = 5000
const MOST = 50_000

type MapServices = Pick<Services, 'db' | 'site' | 'clock'>
type MapKind = NonNullable<Screen['siteMap']>

interface Entry {
  path: string
  changedAt?: Date
}

/**
 * The maps of all that may be found: an index, and parts of some thousand addresses, each by where it begins and ends, so
 * that every process answers all of them. Each is made at most once an hour, and one at a time, whoever asks.
 */
export class SiteMaps {
  readonly #services: MapServices
  readonly #kept: KeptTexts

  constructor(services: MapServices) {
    this.#services = services
    this.#kept = new KeptTexts(services.clock)
  }

  /** What is in which map. */
  index(): Promise<Buffer> {
    return this.#kept.get(`index ${this.#which()}`, async () => {
      const parts = await Promise.all([
        pagesPart(),
        ...this.#shown('books', bookParts),
        ...this.#shown('sellers', sellerParts),
      ])
      const { publicUrl } = this.#services.site
      return document('sitemapindex', 'sitemap', publicUrl, parts.flat())
    })
  }

  /** A part by its name in the index; null where there is none of that name. */
  part(name: string): Promise<Buffer> | null {
    const entries = this.#entriesOf(name)
    return (
      entries &&
      this.#kept.get(`${name} ${this.#which()}`, async () =>
        document('urlset', 'url', this.#services.site.publicUrl, await entries()),
      )
    )
  }

  /** What a map depends on besides the books. */
  #which(): string {
    const { publicUrl, cataloguePublic } = this.#services.site
    return `${publicUrl} ${cataloguePublic}`
  }

  #isShown(kind: MapKind): boolean {
    return screens.some((screen) => screen.siteMap === kind && isPublic(screen, this.#services.site))
  }

  #shown(kind: MapKind, parts: (services: MapServices) => Promise<Entry[]>): Promise<Entry[]>[] {
    return this.#isShown(kind) ? [parts(this.#services)] : []
  }

  #entriesOf(name: string): (() => Promise<Entry[]>) | null {
    if (name === 'pages') return () => pages(this.#services)
    const { kind, start = '', end } = PART_NAME.exec(name)?.groups ?? {}
    if (kind === 'books' && this.#isShown(kind))
      return () => books(this.#services, { start: bookAt(start), end: end === undefined ? null : bookAt(end) })
    if (kind === 'sellers' && this.#isShown(kind)) return () => sellers(this.#services, { start, end: end ?? null })
    return null
  }
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const BOOK = `\\d{1,17}-${UUID}`
/** 'sellers-' and where it begins, '--' and where the next one does. */
const PART_NAME = new RegExp(
  `^(?<kind>books)-(?<start>${BOOK})(?:--(?<end>${BOOK}))?$|^(?<kind>sellers)-(?<start>${UUID})(?:--(?<end>${UUID}))?$`,
)
const addressOf = (name: string) => `/sitemaps/${name}.xml`
const partAddress = (kind: MapKind, start: string, end: string | null) =>
  addressOf(`${kind}-${start}${end === null ? '' : `--${end}`}`)
const nameOf = ({ postedAt, id }: PartStart) => `${postedAt}-${id}`
const bookAt = (name: string): PartStart => ({
  postedAt: name.split('-', 1)[0]!,
  id: name.slice(name.indexOf('-') + 1),
})

const pagesPart = async (): Promise<Entry[]> => [{ path: addressOf('pages') }]
const bookParts = async (services: MapServices): Promise<Entry[]> =>
  (await listBookParts(services, PART)).map(({ start, end, changedAt }) => ({
    path: partAddress('books', nameOf(start), end && nameOf(end)),
    changedAt,
  }))
const sellerParts = async (services: MapServices): Promise<Entry[]> =>
  (await listSellerParts(services, PART)).map(({ start, end, changedAt }) => ({
    path: partAddress('sellers', start, end),
    changedAt,
  }))

async function pages(services: MapServices): Promise<Entry[]> {
  const shown = screens.filter((screen) => isPublic(screen, services.site))
  const ofCategories = shown.filter(({ siteMap }) => siteMap === 'categories')
  const categories = ofCategories.length > 0 ? await listCategoryRows(services.db) : []
  return [
    ...shown.filter(({ siteMap }) => siteMap === 'itself').map(({ path }) => ({ path: `/${path}` })),
    ...ofCategories.flatMap(({ path }) =>
      categories.map(({ slug }) => ({ path: `/${path.replace(/:\w+/, encodeURIComponent(slug))}` })),
    ),
  ]
}

const books = async (services: MapServices, of: PartBounds<PartStart>): Promise<Entry[]> =>
  (await listDatedBooks(services, of, MOST)).map((book) => ({ path: bookPath(book), changedAt: book.changedAt }))

const sellers = async (services: MapServices, of: PartBounds<string>): Promise<Entry[]> =>
  (await listSellersFrom(services, of, MOST)).map(({ id, changedAt }) => ({ path: `/sellers/${id}`, changedAt }))

function document(kind: string, item: string, publicUrl: string, entries: readonly Entry[]): string {
  const lines = entries.map(({ path, changedAt }) => {
    const when = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
    return `<${item}><loc>${xmlText(publicUrl + path)}</loc>${when}</${item}>\n`
  })
  return `${XML_HEAD}<${kind} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('')}</${kind}>\n`
}
