import { Link } from 'react-router'
import type { Book } from '#contract/books/books.ts'
import type { BookNotes } from '#contract/books/book-notes.ts'
import { href } from '#contract/href.ts'
import { categoryTitle, languageName } from '#contract/wording.ts'
import { yearsPhrase } from '#client/books/book-words.ts'
import { TimeAgo } from '#client/ui/facts/time-ago.tsx'

/** Facts of a copy and its edition, in two columns. */
export function BookFacts({ book, notes }: { book: Book; notes: BookNotes | null }) {
  const series = notes?.series
  return (
    <dl className="sheet grid grid-cols-[max-content_minmax(0,1fr)] sm:max-w-measure">
      <Fact name="Location">{book.location}</Fact>
      {series && (
        <Fact name="Series">
          <Link
            to={`${href('/search')}?${new URLSearchParams({ q: series.query }).toString()}`}
            className="touchable inline-block py-1"
          >
            <bdi>{series.phrase}</bdi>
          </Link>
        </Fact>
      )}
      {book.category && <Fact name="Category">{categoryTitle(book.category)}</Fact>}
      <Fact name="Condition">{book.condition ?? 'Not stated'}</Fact>
      <Fact name="Years of use">
        {yearsPhrase(book)} (bought in {book.yearOfPurchase})
      </Fact>
      <Fact name="Posted">
        <TimeAgo date={book.postedAt} />
      </Fact>
      {editionOf(book, notes?.isbn ?? null).map(
        ([name, told]) =>
          told && (
            <Fact key={name} name={name}>
              <bdi>{told}</bdi>
            </Fact>
          ),
      )}
    </dl>
  )
}

const editionOf = (book: Book, isbn: string | null) =>
  [
    ['ISBN', isbn],
    ['Publisher', book.publisher],
    ['Year published', book.yearPublished],
    ['Language', book.language && languageName(book.language)],
    ['Binding', book.binding],
  ] as const

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <>
      <dt className="border-b border-rule px-4 py-2 text-ink-2 nth-last-2:border-0">{name}</dt>
      <dd className="border-b border-rule px-4 py-2 break-words last:border-0">{children}</dd>
    </>
  )
}
