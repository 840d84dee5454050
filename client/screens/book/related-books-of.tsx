import { Link } from 'react-router'
import { bookPath } from '#contract/books/book-path.ts'
import type { Book } from '#contract/books/books.ts'
import { href } from '#contract/href.ts'
import { countOf } from '#contract/wording.ts'
import type { CoverInRowFacts } from '#client/books/as-shown.ts'
import { ConditionGrade } from '#client/books/condition-grade.tsx'
import { CoverRow } from '#client/books/cover-row.tsx'
import { SellerLink } from '#client/books/seller-link.tsx'
import { Money } from '#client/ui/facts/money.tsx'
import { PlainLink } from '#client/ui/plain-link.tsx'
import { useSignedInAccount } from '#client/session/session.ts'
import type { ShownRelated } from './load-book-page.ts'
import { searchForWork } from './next-copy.tsx'

/** Related books: copies of the same work, more of the seller, and similar books. */
export function RelatedBooksOf({ book, related }: { book: Book; related: ShownRelated }) {
  return (
    <>
      <OtherCopies book={book} related={related} />
      <MoreBooks id="of-seller" heading={`More from ${book.seller.name}`} books={related.ofSeller} />
      <MoreBooks
        id="similar"
        heading={book.state === 'unsold' ? 'Similar books' : 'Similar books still for sale'}
        books={related.similar}
      />
    </>
  )
}

/** Other copies of the work, each with its price, condition, place and seller. */
function OtherCopies({ book, related: { copies, copyCount } }: { book: Book; related: ShownRelated }) {
  if (copies.length === 0) return null
  return (
    <section aria-labelledby="copies" className="not-printed mt-10">
      <h2 id="copies" tabIndex={-1} className="mb-4">
        Other copies of this book
      </h2>
      <ul className="sheet grid">
        {copies.map((copy) => (
          <li key={copy.id} className="relative border-b border-rule px-4 py-2 last:border-0">
            <OtherCopy copy={copy} of={book} />
          </li>
        ))}
      </ul>
      {copyCount > copies.length && (
        <p className="mt-3">
          <Link to={searchForWork(book, { sort: 'price' })} className="touchable inline-block py-1">
            See all {countOf(copyCount, 'other copy', 'other copies')}
          </Link>
        </p>
      )}
    </section>
  )
}

function OtherCopy({ copy, of }: { copy: Book; of: Book }) {
  const isAdmin = useSignedInAccount()?.role === 'admin'
  return (
    <article
      aria-label={`${copy.title}, another copy`}
      className="flex flex-wrap items-baseline justify-between gap-x-4"
    >
      <p className="min-w-0">
        {/* Overlay link over the whole row; `touchable` would limit it to the text. */}
        <PlainLink to={bookPath(copy)} className="inline-block py-1 after:absolute after:inset-0">
          <Money amount={copy.resalePrice} className="font-semibold" />
          <span className="sr-only">, another copy of </span>
          <span className="sr-only">{copy.title}</span>
        </PlainLink>{' '}
        <span className="ms-2 text-sm text-ink-2">
          <ConditionGrade condition={copy.condition} />
        </span>
      </p>
      <p className="relative z-1 min-w-0 text-sm wrap-anywhere text-ink-2">
        <bdi>{copy.location}</bdi> · <SellerLink seller={copy.seller} /> ·{' '}
        <PlainLink to={isAdmin ? partPath(copy, of) : notSamePath(copy, of)} className="touchable inline-block py-1">
          Not the same book<span className="sr-only">: {copy.title}</span>
        </PlainLink>
      </p>
    </article>
  )
}

/** A member tells admins; an admin decides. */
const notSamePath = (copy: Book, of: Book) => `${href('/report/:kind/:id', 'copy', copy.id)}?of=${of.id}`
const partPath = (copy: Book, of: Book) =>
  `${href('/dashboard/same-books')}?listing=${of.id}&other=${copy.id}&answer=different`

function MoreBooks({ id, heading, books }: { id: string; heading: string; books: readonly CoverInRowFacts[] }) {
  if (books.length === 0) return null
  return (
    <section aria-labelledby={id} className="not-printed mt-10">
      <h2 id={id} dir="auto" className="mb-4">
        {heading}
      </h2>
      <CoverRow books={books} />
    </section>
  )
}
