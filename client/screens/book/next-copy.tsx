import { Link } from 'react-router'
import type { Book } from '#contract/books/books.ts'
import { href } from '#contract/href.ts'
import type { RelatedBooks } from '#contract/search/related-books.ts'
import { asQuery } from '#contract/search/search-request.ts'
import { countOf, formatMoney } from '#contract/wording.ts'

/** The words by which the search finds all copies of a book’s work: no series in brackets, nothing that means something to it. */
const wordsFor = ({ title, author }: Book) =>
  asQuery(`${title.replace(/(?<=\S)\s*[([][^()[\]]*[)\]]\s*$/u, '')} ${author}`.replaceAll(/["“”„«»\p{Pd}]/gu, ' '))

/** Where all copies of the same work are listed. */
export const searchForWork = (book: Book, more: Record<string, string> = {}): string =>
  `${href('/search')}?${new URLSearchParams({ q: wordsFor(book), ...more }).toString()}`

/** Under the price: that there are other copies; where this one is gone, those are what comes next, or being told of one. */
export function NextCopy({ book, related: { copies, copyCount } }: { book: Book; related: RelatedBooks }) {
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
