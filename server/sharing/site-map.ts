import { MOST_PER_PAGE } from '#contract/list-limits.ts'
import { PAGE_NAMES } from '#contract/content-pages.ts'
import { listBooks } from '#server/books/list-books.ts'
import { listCategoryRows } from '#server/categories/categories.public.ts'
import { escapeHtml } from '#server/html/escape-html.ts'
import type { Services } from '#server/services.ts'

const MOST_BOOKS = 2000
const KEPT_MS = 10 * 60_000
const ALWAYS = ['/', '/products-categories', '/advertises', '/blogs', ...PAGE_NAMES.map((name) => `/${name}`)]

type MapServices = Pick<Services, 'db' | 'site' | 'clock'>

/** The map of all that may be found: public pages and the newest books for sale. Made at most every ten minutes. */
export function siteMap(services: MapServices): () => Promise<string> {
  let made: { at: number; text: Promise<string> } | undefined
  return () => {
    const now = services.clock.now().getTime()
    if (!made || now - made.at >= KEPT_MS) {
      const text = drawMap(services)
      made = { at: now, text }
      text.catch(() => (made = undefined))
    }
    return made.text
  }
}

async function drawMap(services: MapServices): Promise<string> {
  const { publicUrl, cataloguePublic } = services.site
  const lists = cataloguePublic
    ? [
        '/all-products',
        ...(await listCategoryRows(services.db)).map(({ slug }) => `/books/${encodeURIComponent(slug)}`),
      ]
    : []
  const pages = [...ALWAYS, ...lists].map((path) => entry(publicUrl + path))
  const books = (await newestBooks(services)).map(({ id, postedAt }) => entry(`${publicUrl}/advertise/${id}`, postedAt))
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n' +
    `${[...pages, ...books].join('\n')}\n</urlset>\n`
  )
}

async function newestBooks(services: MapServices) {
  const books: { id: string; postedAt: Date }[] = []
  let cursor: string | undefined
  do {
    const page = await listBooks(
      services,
      { available: 'unsold' },
      { limit: MOST_PER_PAGE, sort: 'newest', ...(cursor !== undefined && { cursor }) },
    )
    books.push(...page.items)
    cursor = page.next ?? undefined
  } while (cursor !== undefined && books.length < MOST_BOOKS)
  return books
}

function entry(address: string, changed?: Date): string {
  const when = changed ? `<lastmod>${changed.toISOString()}</lastmod>` : ''
  return `<url><loc>${escapeHtml(address)}</loc>${when}</url>`
}
