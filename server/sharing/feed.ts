import { bookPath } from '#contract/books/book-path.ts'
import type { Book } from '#contract/books/books.ts'
import { href } from '#contract/href.ts'
import { readSearchRequest, searchParamsOf } from '#contract/search/search-request.ts'
import { bookPicture } from '#contract/sharing.ts'
import { categoryTitle, formatMoney } from '#contract/wording.ts'
import { listBooks } from '#server/books/list-books.ts'
import { searchBooks } from '#server/search/search-books.ts'
import type { Services } from '#server/services.ts'
import { xmlText, XML_HEAD } from './xml.ts'

export const FEED_TYPE = 'application/atom+xml; charset=utf-8'
const NEWEST = { limit: 30, sort: 'newest' as const }

type FeedServices = Pick<Services, 'db' | 'shop' | 'site'>

/** The newest books for sale, as a feed. */
export async function feedOfAllBooks(services: FeedServices): Promise<string> {
  const { items } = await listBooks(services, { available: 'unsold' }, NEWEST)
  return feed(services, { title: 'All products', feedPath: '/all-products.atom', path: href('/all-products') }, items)
}

/** The newest books that a search finds, by the same words and filters as its page has in its address. */
export async function feedOfSearch(services: FeedServices, address: URLSearchParams): Promise<string> {
  const request = readSearchRequest(address)
  const { items } = await searchBooks(services, { ...request, ...NEWEST })
  const query = searchParamsOf(request).toString()
  const behind = query && `?${query}`
  const title = request.q === '' ? 'Search' : `Search: ${request.q}`
  return feed(
    services,
    { title, feedPath: `/search.atom${behind}`, path: href('/search') + behind },
    items.map(({ book }) => book),
  )
}

interface FeedHead {
  title: string
  feedPath: string
  path: string
}

function feed({ site }: FeedServices, { title, feedPath, path }: FeedHead, books: readonly Book[]): string {
  const address = site.publicUrl + feedPath
  return `${XML_HEAD}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${xmlText(address)}</id>
<title>${xmlText(`${title} · ${site.name}`)}</title>
<updated>${(books[0]?.postedAt ?? new Date(0)).toISOString()}</updated>
<author><name>${xmlText(site.name)}</name></author>
<link rel="self" type="application/atom+xml" href="${xmlText(address)}"/>
<link rel="alternate" type="text/html" href="${xmlText(site.publicUrl + path)}"/>
${books.map((book) => entry(book, site.publicUrl)).join('')}</feed>
`
}

function entry(book: Book, publicUrl: string): string {
  const { title, author, category, condition, location, postedAt } = book
  const facts = [
    `by ${author}`,
    formatMoney(book.resalePrice),
    condition,
    category && categoryTitle(category),
    location,
  ]
  const when = postedAt.toISOString()
  return `<entry>
<id>${xmlText(publicUrl + bookPath({ id: book.id }))}</id>
<title>${xmlText(title)}</title>
<published>${when}</published>
<updated>${when}</updated>
<link rel="alternate" type="text/html" href="${xmlText(publicUrl + bookPath(book))}"/>
<link rel="enclosure" type="image/png" href="${xmlText(publicUrl + bookPicture(book.id))}"/>
<summary>${xmlText(facts.filter(Boolean).join(' · '))}</summary>
${category ? `<category term="${xmlText(category)}"/>\n` : ''}</entry>
`
}
