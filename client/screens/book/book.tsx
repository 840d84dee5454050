import { data, Link, useLoaderData, type LoaderFunctionArgs, type MetaArgs } from 'react-router'
import type { Book } from '#contract/books/books.ts'
import type { BooksOf } from '#contract/books/catalogue-reads.ts'
import type { Seller } from '#contract/books/sellers.ts'
import { bookPicture } from '#contract/sharing.ts'
import { categoryTitle, preview } from '#contract/wording.ts'
import { BuyNow } from '#client/buying/buy-now.tsx'
import { callNumber } from '#client/books/book-words.ts'
import { HeartWithWords } from '#client/favourites/heart.tsx'
import { FailedSection } from '#client/ui/failed-section.tsx'
import { ConditionGrade } from '#client/books/condition-grade.tsx'
import { loadBook } from '#client/books/load-book.ts'
import { ShareLink } from './share-link.tsx'
import { Price } from '#client/books/price.tsx'
import { CoverRow } from '#client/books/cover-row.tsx'
import { titled } from '#client/ui/site.ts'
import { readSection } from '#client/api/screen-services.ts'
import { BookFacts } from './book-facts.tsx'
import { bookFacts, bookPath } from './structured-data.ts'
import { TellMe } from './tell-me.tsx'
import { Gallery } from './gallery.tsx'
import { SellerCard } from './seller-card.tsx'

const DESCRIPTION_IN_RESULTS = 150
const OTHERS = 6

export async function loader({ context, params: { advertiseId = '' } }: LoaderFunctionArgs) {
  const book = await loadBook(context, advertiseId)
  const [seller, ofSeller, ofCategory] = await Promise.all([
    book && readSection(context, (reads) => reads.findSeller(book.seller.id)),
    othersOf(context, book, { sellerId: book?.seller.id }),
    othersOf(context, book, { category: book?.category ?? undefined }),
  ])
  // Nothing stands there twice.
  const others = ofCategory.filter(({ id }) => !ofSeller.some((other) => other.id === id)).slice(0, OTHERS)
  return data(
    { id: advertiseId, book, seller: seller?.ok ? seller.value : null, ofSeller: ofSeller.slice(0, OTHERS), others },
    { status: book ? 200 : 503 },
  )
}

/** More of the same seller or category; none where there is none, or they can't be read: the page is about another book. */
async function othersOf(context: LoaderFunctionArgs['context'], book: Book | null, of: BooksOf): Promise<Book[]> {
  if (!book || (of.category === undefined && of.sellerId === undefined)) return []
  const page = await readSection(context, (reads) =>
    reads.listBooks({ ...of, limit: 2 * OTHERS + 1, available: 'unsold' }),
  )
  const books = page.ok ? (page.value?.items ?? []) : []
  return books.filter(({ id }) => id !== book.id)
}

export function meta(args: MetaArgs<typeof loader>) {
  const book = args.loaderData?.book
  if (!book) return titled('Book')(args)
  const description = preview(book.description.replaceAll(/\s+/g, ' '), DESCRIPTION_IN_RESULTS)
  return titled(`${book.title} by ${book.author}`, {
    description,
    path: bookPath(book),
    picture: bookPicture(book.id),
    type: 'product',
    facts: (site) => bookFacts(book, site.publicUrl),
  })(args)
}

/** A book's own page; sold ones stay, so that a link never leads nowhere. */
export default function BookScreen() {
  const { id, book, seller, ofSeller, others } = useLoaderData<typeof loader>()
  return (
    <>
      <Breadcrumb category={book?.category ?? null} />
      {book ? (
        <BookPage book={book} seller={seller} />
      ) : (
        <>
          <h1 className="mb-4">Book</h1>
          <FailedSection />
        </>
      )}
      <p className="mt-6 font-mono text-sm text-ink-2">
        Ad no. <span className="break-all">{id}</span> ·{' '}
        <Link to={`/report/book/${id}`} className="touchable inline-block py-1">
          Report
        </Link>
      </p>
      <MoreBooks id="of-seller" heading={`More from ${book?.seller.name ?? ''}`} books={ofSeller} />
      <MoreBooks
        id="others"
        heading={
          book?.state === 'unsold' ? `More in ${categoryTitle(book.category ?? '')}` : 'Similar books still for sale'
        }
        books={others}
      />
    </>
  )
}

function Breadcrumb({ category }: { category: string | null }) {
  return (
    <nav aria-label="Breadcrumb" className="mb-4 text-sm">
      <ol className="flex flex-wrap gap-x-1">
        <li>
          <Link to="/all-products" className="inline-block py-1.5 pointer-coarse:py-3">
            All products
          </Link>
        </li>
        {category && (
          <li>
            <span aria-hidden="true">/ </span>
            <Link to={`/books/${category}`} className="inline-block py-1.5 pointer-coarse:py-3">
              {categoryTitle(category)}
            </Link>
          </li>
        )}
      </ol>
    </nav>
  )
}

function MoreBooks({ id, heading, books }: { id: string; heading: string; books: Book[] }) {
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

function BookPage({ book, seller }: { book: Book; seller: Seller | null }) {
  return (
    <article className="book-page">
      <Gallery book={book} />
      <div className="book-page-head">
        <p className="flex flex-wrap justify-between gap-x-4 font-mono text-sm text-ink-2">
          <span>{callNumber(book)}</span>
          <ConditionGrade condition={book.condition} />
        </p>
        <h1 dir="auto" className="mt-1">
          {book.title}
        </h1>
        <p dir="auto" className="mt-1 text-lg text-ink-2">
          {book.author}
        </p>
      </div>
      <Offer book={book} />
      <div className="book-page-text">
        <h2 className="mb-1 text-xl">Description</h2>
        <p dir="auto" className="mb-6 max-w-measure font-text text-lg whitespace-pre-line">
          {book.description.trim() || 'No description'}
        </p>
        <BookFacts book={book} />
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

/** What it costs and the way to have it; on a phone it stays in reach while one reads. */
function Offer({ book }: { book: Book }) {
  const later =
    book.state === 'claimed'
      ? 'Reserved. It will be back on sale if the buyer doesn’t pay.'
      : book.isPaused && 'Paused. It may come back on sale.'
  return (
    <div className="book-page-offer max-md:sticky max-md:top-0 max-md:bottom-0 max-md:z-10 max-md:-mx-4 max-md:border-y max-md:border-rule max-md:bg-paper max-md:px-4 max-md:py-2">
      <div className="flex items-center justify-between gap-4 md:block">
        <Price book={book} />
        <div className="md:mt-3 md:max-w-xs">
          <BuyNow book={book} className="button w-full whitespace-nowrap" />
        </div>
      </div>
      {later && <p className="mt-3 text-sm text-ink-2">{later}</p>}
      {book.state === 'claimed' && (
        <div className="mt-3">
          <TellMe book={book} />
        </div>
      )}
      {book.state === 'unsold' && !later && (
        <p className="mt-3 text-sm text-ink-2 max-md:hidden">
          That’s all you pay: the club takes no fee. <Link to="/how-buying-works">How buying works</Link>
        </p>
      )}
    </div>
  )
}
