import { bookPath } from '#contract/books/book-path.ts'
import type { Book } from '#contract/books/books.ts'
import { MOST_PER_PAGE } from '#contract/list-limits.ts'
import { isPublic, screens, type Screen } from '#contract/screens.ts'
import { listBooks } from '#server/books/list-books.ts'
import { listCategoryRows } from '#server/categories/categories.public.ts'
import { escapeHtml } from '#server/html/escape-html.ts'
import type { Services } from '#server/services.ts'

const MOST_BOOKS = 2000
const KEPT_MS = 10 * 60_000

type MapServices = Pick<Services, 'db' | 'site' | 'clock'>

/** The map of all that may be found: public pages and the newest books for sale. Made at most every ten minutes. */
export function siteMap(services: MapServices): () => Promise<string> {
  let made: { at: number; isOpen: boolean; text: Promise<string> } | undefined
  return () => {
    const now = services.clock.now().getTime()
    const isOpen = services.site.cataloguePublic
    if (!made || now - made.at >= KEPT_MS || made.isOpen !== isOpen) {
      const text = drawMap(services)
      made = { at: now, isOpen, text }
      text.catch(() => (made = undefined))
    }
    return made.text
  }
}

async function drawMap(services: MapServices): Promise<string> {
  const shown = screens.filter((screen) => screen.siteMap && isPublic(screen, services.site))
  const entries = await Promise.all(shown.map((screen) => entriesOf(screen, services)))
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n' +
    `${entries.flat().join('\n')}\n</urlset>\n`
  )
}

async function entriesOf({ path, siteMap = 'itself' }: Screen, services: MapServices): Promise<string[]> {
  const address = (value: string) => `${services.site.publicUrl}/${path.replace(/:.*/, value)}`
  return (await placesOf[siteMap](services)).map(({ value, changed }) => entry(address(value), changed))
}

/** What an address with a parameter stands for, and when it changed. */
interface Place {
  value: string
  changed?: Date
}

const placesOf: Record<NonNullable<Screen['siteMap']>, (services: MapServices) => Promise<Place[]>> = {
  itself: async () => [{ value: '' }],
  categories: async ({ db }) => (await listCategoryRows(db)).map(({ slug }) => ({ value: slug })),
  books: async (services) =>
    (await newestBooks(services)).map((book) => ({
      value: bookPath(book).replace('/advertise/', ''),
      changed: book.postedAt,
    })),
  // Whose books these are, the newest one's time being the page's.
  sellers: async (services) => [
    ...new Map(
      (await newestBooks(services))
        .toReversed()
        .map(({ seller, postedAt }) => [seller.id, { value: seller.id, changed: postedAt }]),
    ).values(),
  ],
}

async function newestBooks(services: MapServices) {
  const books: Book[] = []
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
