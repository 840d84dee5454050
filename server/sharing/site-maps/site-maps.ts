import { bookPath } from '#contract/books/book-path.ts'
import { href } from '#contract/href.ts'
import { isPublic, screens, type Screen } from '#contract/screens.ts'
import { listDatedBooks, listMapParts, listSellersOf, type PartRow } from '#server/books/dated/list-dated-books.ts'
import { listCategoryRows } from '#server/categories/categories.public.ts'
import type { Services } from '#server/services.ts'
import { xmlText, XML_HEAD } from '#server/sharing/xml.ts'
import { TextCache } from './text-cache.ts'

type MapServices = Pick<Services, 'db' | 'site' | 'clock'>

interface Entry {
  path: string
  changedAt?: Date | null
}

/**
 * The site map: an index, and parts of some thousand addresses. The table of parts holds where each begins, so that all
 * processes agree on them. Each is made at most once an hour, and one at a time.
 */
export class SiteMaps {
  readonly #services: MapServices
  readonly #texts: TextCache

  constructor(services: MapServices) {
    this.#services = services
    this.#texts = new TextCache(services.clock)
  }

  /** The index of all maps. */
  index(): Promise<Buffer> {
    return this.#texts.get(`index ${this.#which()}`, async () => {
      const parts = await Promise.all([pagesPart(), ...this.#shown('books'), ...this.#shown('sellers')])
      const { publicUrl } = this.#services.site
      return document('sitemapindex', 'sitemap', publicUrl, parts.flat())
    })
  }

  /** A part by its name in the index; null where there is none of that name. */
  async part(name: string): Promise<Buffer | null> {
    const key = `${name} ${this.#which()}`
    const cached = this.#texts.find(key)
    if (cached) return cached
    const entries = await this.#entriesOf(name)
    return (
      entries &&
      this.#texts.get(key, async () => document('urlset', 'url', this.#services.site.publicUrl, await entries()))
    )
  }

  /** Cache key of what a map depends on besides the books. */
  #which(): string {
    const { publicUrl, catalogue } = this.#services.site
    return `${publicUrl} ${catalogue}`
  }

  #isShown(kind: NonNullable<Screen['siteMap']>): boolean {
    return screens.some((screen) => screen.siteMap === kind && isPublic(screen, this.#services.site))
  }

  #shown(kind: PartKind): Promise<Entry[]>[] {
    return this.#isShown(kind) ? [partsOf(this.#services, kind)] : []
  }

  /** Reader of a part; checks the database first, so that made-up names occupy no queue. */
  async #entriesOf(name: string): Promise<(() => Promise<Entry[]>) | null> {
    if (name === 'pages') return () => pages(this.#services)
    const { kind, id } = PART_NAME.exec(name)?.groups ?? {}
    if ((kind !== 'books' && kind !== 'sellers') || !this.#isShown(kind)) return null
    const part = (await listMapParts(this.#services, kind)).find((one) => one.id === Number(id))
    return part ? () => entriesOf[kind](this.#services, part) : null
  }
}

type PartKind = 'books' | 'sellers'
const PART_NAME = /^(?<kind>books|sellers)-(?<id>[1-9]\d{0,9})$/
const addressOf = (name: string) => `/sitemaps/${name}.xml`

const pagesPart = async (): Promise<Entry[]> => [{ path: addressOf('pages') }]
const partsOf = async (services: MapServices, kind: PartKind): Promise<Entry[]> =>
  (await listMapParts(services, kind)).map(({ id, changedAt }) => ({ path: addressOf(`${kind}-${id}`), changedAt }))

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

const entriesOf: Record<PartKind, (services: MapServices, part: PartRow) => Promise<Entry[]>> = {
  books: async (services, part) =>
    (await listDatedBooks(services, part)).map((book) => ({ path: bookPath(book), changedAt: book.changedAt })),
  sellers: async (services, part) =>
    (await listSellersOf(services, part)).map(({ id, changedAt }) => ({
      path: href('/sellers/:id', id),
      changedAt,
    })),
}

function document(kind: string, item: string, publicUrl: string, entries: readonly Entry[]): string {
  const lines = entries.map(({ path, changedAt }) => {
    const when = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
    return `<${item}><loc>${xmlText(publicUrl + path)}</loc>${when}</${item}>\n`
  })
  return `${XML_HEAD}<${kind} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('')}</${kind}>\n`
}
