import { memo, type ComponentType } from 'react'
import { bookPath } from '#contract/books/book-path.ts'
import type { Book } from '#contract/books/books.ts'
import type { SearchResult } from '#contract/search/search-calls.ts'
import { categoryTitle, formatMoney } from '#contract/wording.ts'
import { directionOf } from '#cover/direction.ts'
import { Heart } from '#client/favourites/heart.tsx'
import { VerifiedBadge } from '#client/ui/facts/badge.tsx'
import { savedPercent, shortDescription, shortPlace, yearsPhrase } from './book-words.ts'
import { Grade } from './condition-grade.tsx'
import { Cover } from './cover.tsx'
import { SellerLink } from './seller-link.tsx'
import { PlainLink } from '#client/ui/plain-link.tsx'
import { TimeAgo } from '#client/ui/facts/time-ago.tsx'

/** Action slot beside a card's price, filled by the screen: cards know nothing of buying. */
export type BookAction = ComponentType<{ book: Book; className: string }>

interface BookCardProps {
  book: Book
  Action: BookAction
  /** Heading level. */
  level?: 2 | 3
  /** First card of its list: its cover loads before the others. */
  first?: boolean
  /** What the search says of the book, and what shows it below the action. */
  result?: SearchResult | undefined
  Copies?: ComponentType<SearchResult> | undefined
}

/**
 * Book card; its title links to the book's page, and can be pressed anywhere on the card. Memoized: lists have hundreds
 * of cards, so each element counts.
 */
export const BookCard = memo(function BookCard(props: BookCardProps) {
  const { book, Action, level = 2, first = false, result, Copies } = props
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <article className="book-card" aria-label={book.title}>
      <div className="book-card-body">
        <div className="cover-shadow">
          <Cover book={book} sizes="(min-width: 40rem) 7rem, 5rem" eager={first} />
        </div>
        <Facts book={book} />
        <Heading className="book-card-title" dir={directionOf(book.title)}>
          <PlainLink to={bookPath(book)} className="book-card-link">
            {book.title}
          </PlainLink>
        </Heading>
        <p dir="auto" className="line-clamp-2 text-ink-2">
          {book.author}
        </p>
        <div className="book-card-offer">
          <CardPrice book={book} />
          <Action book={book} className="button-outline whitespace-nowrap" />
          {result && Copies && <Copies {...result} />}
        </div>
        <dl className="book-card-seller">
          <dt className="sr-only">Seller</dt>
          <dd>
            <SellerLink seller={book.seller} />
          </dd>
          <dd>
            <VerifiedBadge verified={book.seller.emailVerified} isQuiet />
          </dd>
        </dl>
        <p dir="auto" className="wrap-anywhere text-ink-2">
          {shortDescription(book)}
        </p>
      </div>
      <Heart book={book} className="book-card-heart" />
      <Slip book={book} />
    </article>
  )
})

/** What needs no label to be seen: kind, condition and age of the copy. */
function Facts({ book }: { book: Book }) {
  return (
    <dl className="book-card-facts">
      {book.category && (
        <>
          <dt className="sr-only">Category</dt>
          <dd>{categoryTitle(book.category)}</dd>
        </>
      )}
      {book.condition && (
        <>
          <dt className="sr-only">Condition</dt>
          <dd>
            <Grade condition={book.condition} />
          </dd>
        </>
      )}
      <dt className="sr-only">Years of use</dt>
      <dd>{yearsPhrase(book)} of use</dd>
    </dl>
  )
}

/** Price, below it the price when new, struck out where the copy is cheaper; the price before it was lowered. */
function CardPrice({ book }: { book: Book }) {
  const saved = savedPercent(book)
  const original = formatMoney(book.originalPrice)
  return (
    <p className="book-card-price">
      <span className="sr-only">Resale price </span>
      <strong>{formatMoney(book.resalePrice).replace('\u00A0', ' ')}</strong>
      {book.wasPrice && (
        <>
          {' '}
          <small className="book-card-was">was {formatMoney(book.wasPrice)}</small>
        </>
      )}
      <small>
        <span className="sr-only"> Original price </span>
        {saved ? <s>{original}</s> : original}
        {saved && ` −${saved}%`}
      </small>
    </p>
  )
}

/** Slip at the card's foot: listed when and where. */
function Slip({ book }: { book: Book }) {
  return (
    <dl className="slip">
      <dt>Posted</dt>
      <dd>
        <TimeAgo date={book.postedAt} dayOnly />
      </dd>
      <dt>Location</dt>
      <dd dir="auto" title={book.location}>
        {shortPlace(book)}
      </dd>
    </dl>
  )
}
