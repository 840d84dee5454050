import { Link } from 'react-router'
import type { Book } from '#contract/books/books.ts'
import { href } from '#contract/href.ts'
import { asQuery } from '#contract/search/query.ts'
import { countOf, formatMoney } from '#contract/wording.ts'
import type { ShownRelated } from './load-book-page.ts'

/** Query that finds all copies of a book’s work: without a series in brackets and without search operators. */
const wordsFor = ({ title, author }: Book) =>
  asQuery(`${title.replace(/(?<=\S)\s*[([][^()[\]]*[)\]]\s*$/u, '')} ${author}`.replaceAll(/["“”„«»\p{Pd}]/gu, ' '))

/** Address of all copies of a work. */
export const searchForWork = (book: Book, more: Record<string, string> = {}): string =>
  `${href('/search')}?${new URLSearchParams({ q: wordsFor(book), ...more }).toString()}`

/** Other copies, below the price; for a sold book they are the next step, or an alert. */
export function NextCopy({ book, related: { copies, copyCount } }: { book: Book; related: ShownRelated }) {
  const isGone = book.state === 'sold'
  const [cheapest] = copies
  if (!cheapest && !isGone) return null
  if (!cheapest)
    return (
      <p className="mt-3 text-sm text-ink-2">
        This copy is sold.{' '}
        <Link
          to={`${href('/dashboard/saved-searches/new')}?${new URLSearchParams({ q: wordsFor(book) }).toString()}`}
          className="touchable inline-block py-1"
        >
          Tell me when another one appears
        </Link>
      </p>
    )
  return (
    <p className={`mt-3 text-sm text-ink-2 ${book.state === 'unsold' ? 'max-md:hidden' : ''}`}>
      {isGone && 'This copy is sold. '}
      <a href="#copies" className="touchable inline-block py-1">
        {countOf(copyCount, 'other copy', 'other copies')} from {formatMoney(cheapest.resalePrice)}
      </a>
    </p>
  )
}
