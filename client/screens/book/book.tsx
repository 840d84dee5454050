import { Link, useLoaderData, type MetaArgs } from 'react-router'
import type { BookNotes } from '#contract/books/book-notes.ts'
import { bookPath } from '#contract/books/book-path.ts'
import type { Book } from '#contract/books/books.ts'
import type { Seller } from '#contract/books/sellers.ts'
import { href } from '#contract/href.ts'
import { bookPicture } from '#contract/sharing.ts'
import { categoryTitle } from '#contract/wording.ts'
import { BuyNow } from '#client/buying/buy-now.tsx'
import { HeartWithWords } from '#client/favourites/heart.tsx'
import { FailedSection } from '#client/ui/failed-section.tsx'
import { ConditionGrade } from '#client/books/condition-grade.tsx'
import { ShareLink } from './share-link.tsx'
import { Price } from '#client/books/price.tsx'
import { useSignedInAccount } from '#client/session/session.ts'
import { titled } from '#client/ui/site.ts'
import { BookFacts } from './book-facts.tsx'
import { RelatedBooksOf } from './related-books-of.tsx'
import { loadBookPage, type ShownRelated } from './load-book-page.ts'
import { NextCopy } from './next-copy.tsx'
import { bookFacts } from './structured-data.ts'
import { BackOnSaleAlert } from './back-on-sale-alert.tsx'
import { Gallery } from './gallery.tsx'
import { SellerCard } from './seller-card.tsx'

export const loader = loadBookPage

export function meta(args: MetaArgs<typeof loader>) {
  const { book, notes } = args.loaderData ?? {}
  if (!book || !notes) return titled('Book')(args)
  const head = titled(`${book.title} by ${book.author}`, {
    description: notes.description,
    path: bookPath(book),
    picture: bookPicture(book.id),
    type: 'product',
    facts: (site) => bookFacts(book, notes, site.publicUrl),
  })(args)
  // Shared links keep their picture, so only search engines are asked to drop it.
  return notes.isLongGone ? [...head, { name: 'robots', content: 'noindex' }] : head
}

/** Book page; sold books have one too, so that links don't break. */
export default function BookScreen() {
  const { id, book, notes, seller, related } = useLoaderData<typeof loader>()
  return (
    <>
      <Breadcrumb category={book?.category ?? null} />
      {book ? (
        <BookPage book={book} notes={notes} seller={seller} related={related} />
      ) : (
        <>
          <h1 className="mb-4">Book</h1>
          <FailedSection />
        </>
      )}
      <p className="mt-6 font-mono text-sm text-ink-2">
        Ad no. <span className="break-all">{id}</span> ·{' '}
        <Link to={href('/report/:kind/:id', 'book', id)} className="touchable inline-block py-1">
          Report
        </Link>
        <SameBookAs id={id} />
      </p>
      {book && <RelatedBooksOf book={book} related={related} />}
    </>
  )
}

/** An admin joins this book with another here. */
function SameBookAs({ id }: { id: string }) {
  if (useSignedInAccount()?.role !== 'admin') return null
  return (
    <>
      {' '}
      ·{' '}
      <Link to={`${href('/dashboard/same-books')}?listing=${id}`} className="touchable inline-block py-1">
        Same book as…
      </Link>
    </>
  )
}

function Breadcrumb({ category }: { category: string | null }) {
  return (
    <nav aria-label="Breadcrumb" className="mb-1 text-sm leading-6 md:mb-4">
      <ol className="flex flex-wrap gap-x-1">
        <li>
          <Link to={href('/all-products')} className="touchable inline-block">
            All products
          </Link>
        </li>
        {category && (
          <li>
            <span aria-hidden="true">/ </span>
            <Link to={href('/books/:category_name', category)} className="touchable inline-block">
              {categoryTitle(category)}
            </Link>
          </li>
        )}
      </ol>
    </nav>
  )
}

interface BookPageProps {
  book: Book
  notes: BookNotes | null
  seller: Seller | null
  related: ShownRelated
}

function BookPage({ book, notes, seller, related }: BookPageProps) {
  return (
    <article className="book-page">
      <div className="book-page-head">
        <h1 dir="auto">{book.title}</h1>
        <p dir="auto" className="mt-1 text-lg text-ink-2 max-md:text-base">
          {book.author}
        </p>
        <p className="mt-1 flex flex-wrap justify-between gap-x-4 font-mono text-sm text-ink-2">
          <span>{notes?.callNumber}</span>
          <ConditionGrade condition={book.condition} />
        </p>
      </div>
      <Gallery book={book} />
      <Offer book={book} related={related} />
      <div className="book-page-text">
        <h2 className="mb-1 text-xl">Description</h2>
        <p dir="auto" className="mb-6 max-w-measure font-text text-lg whitespace-pre-line">
          {book.description.trim() || 'No description'}
        </p>
        <BookFacts book={book} notes={notes} />
      </div>
      <div className="book-page-side">
        <SellerCard book={book} seller={seller} />
        <p className="mt-2">
          <HeartWithWords book={book} />
        </p>
        <div>
          <ShareLink path={bookPath(book)} title={book.title} />
        </div>
      </div>
    </article>
  )
}

/** Price and Buy Now; sticky on a phone. */
function Offer({ book, related }: { book: Book; related: ShownRelated }) {
  const later =
    book.state === 'claimed'
      ? 'Reserved. It will be back on sale if the buyer doesn’t pay.'
      : book.isPaused && 'Paused. It may come back on sale.'
  return (
    <div className="book-page-offer">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 *:first:grow *:first:basis-32 md:block">
        <Price book={book} />
        <div className="md:mt-3 md:max-w-xs">
          <BuyNow book={book} className="button w-full whitespace-nowrap" />
        </div>
      </div>
      <NextCopy book={book} related={related} />
      {later && <p className="mt-3 text-sm text-ink-2">{later}</p>}
      {book.state === 'claimed' && (
        <div className="mt-3">
          <BackOnSaleAlert book={book} />
        </div>
      )}
      {book.state === 'unsold' && !later && (
        <p className="mt-3 text-sm text-ink-2 max-md:hidden">
          That’s all you pay: the club takes no fee. <Link to={href('/how-buying-works')}>How buying works</Link>
        </p>
      )}
    </div>
  )
}
