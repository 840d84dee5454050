import { Link } from 'react-router'
import { bookPath } from '#contract/books/book-path.ts'
import type { Book } from '#contract/books/books.ts'
import { href } from '#contract/href.ts'
import { categoryTitle } from '#contract/wording.ts'
import { ConditionGrade } from '#client/books/condition-grade.tsx'
import { Cover } from '#client/books/cover.tsx'
import { Price } from '#client/books/price.tsx'
import { BuyNow } from '#client/buying/buy-now.tsx'
import { Heart } from '#client/favourites/heart.tsx'

/** Favourite with price and next step, for sale or not. */
export function FavouriteRow({ book }: { book: Book }) {
  const isForSale = book.state === 'unsold'
  return (
    <article
      aria-label={book.title}
      className="grid grid-cols-[4.5rem_minmax(0,1fr)_auto] gap-x-4 gap-y-3 sm:grid-cols-[5rem_minmax(0,1fr)_auto]"
    >
      <div className="cover-shadow self-start sm:row-span-2">
        <Cover book={book} sizes="5rem" />
      </div>
      <div className="min-w-0">
        <h2 className="text-lg leading-tight">
          <Link to={bookPath(book)} dir="auto" className="touchable inline-block text-ink no-underline hover:underline">
            <span className="line-clamp-2">{book.title}</span>
          </Link>
        </h2>
        <p dir="auto" className="mt-1 line-clamp-1 text-sm text-ink-2">
          {book.author}
        </p>
        <div className="mt-2">
          <Price book={book} inCard />
        </div>
        <p className="mt-1 text-sm">
          <ConditionGrade condition={book.condition} />
        </p>
      </div>
      <Heart book={book} className="-me-2.5 -mt-2.5" />
      <div className="col-span-3 flex flex-wrap items-center gap-x-4 gap-y-2 sm:col-span-2">
        <BuyNow book={book} className="button-outline" />
        {!isForSale && <Substitute book={book} />}
      </div>
    </article>
  )
}

/** Alternatives for a copy that is not for sale. */
function Substitute({ book: { state, category } }: { book: Book }) {
  return (
    <>
      {state === 'claimed' && (
        <span className="text-sm text-ink-2">It will be back on sale if the buyer doesn’t pay.</span>
      )}
      <Link to={category ? href('/books/:category_name', category) : href('/all-products')} className="touchable">
        {category ? `More in ${categoryTitle(category)}` : 'Find another book'}
      </Link>
    </>
  )
}
