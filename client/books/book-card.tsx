import { memo, type ComponentType } from 'react'
import { bookPath } from '#contract/books/book-path.ts'
import type { Book } from '#contract/books/books.ts'
import { categoryTitle } from '#contract/wording.ts'
import { Heart } from '#client/favourites/heart.tsx'
import { VerifiedBadge } from '#client/ui/facts/badge.tsx'
import { shortDescription, yearsPhrase } from './book-words.ts'
import { ConditionGrade } from './condition-grade.tsx'
import { Cover } from './cover.tsx'
import { Price } from './price.tsx'
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
}

/** Book card; its title links to the book's page. Memoized: lists have hundreds of cards. */
export const BookCard = memo(function BookCard({ book, Action, level = 2, first = false }: BookCardProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <article className="book-card" aria-label={book.title}>
      <div className="cover-shadow">
        <Cover book={book} sizes="8rem" eager={first} />
      </div>
      <div className="book-card-words">
        <div className="book-card-head">
          {book.category && (
            <dl>
              <dt className="sr-only">Category</dt>
              <dd className="truncate">{categoryTitle(book.category)}</dd>
            </dl>
          )}
          <ConditionGrade condition={book.condition} />
        </div>
        <Heading className="text-lg leading-tight">
          <PlainLink to={bookPath(book)} dir="auto" className="touchable book-card-title">
            <span className="line-clamp-2">{book.title}</span>
          </PlainLink>
        </Heading>
        <p dir="auto" className="truncate text-sm leading-tight text-ink-2">
          {book.author}
        </p>
        <div className="book-card-offer">
          <Price book={book} inCard />
          <Action book={book} className="button-outline whitespace-nowrap" />
        </div>
        <dl className="book-card-seller">
          <dt className="sr-only">Seller</dt>
          <dd>
            <SellerLink seller={book.seller} onOneLine />
          </dd>
          <dd>
            <VerifiedBadge verified={book.seller.emailVerified} />
          </dd>
        </dl>
        <p dir="auto" className="book-card-text">
          {shortDescription(book)}
        </p>
      </div>
      <Heart book={book} className="book-card-heart" />
      <Slip book={book} />
    </article>
  )
})

/** Slip at the card's foot: listed when, how old, where. */
function Slip({ book }: { book: Book }) {
  return (
    <dl className="slip">
      <div>
        <dt>Posted</dt>
        <dd>
          <TimeAgo date={book.postedAt} dayOnly />
        </dd>
      </div>
      <div>
        <dt>Years of use</dt>
        <dd>{yearsPhrase(book)}</dd>
      </div>
      <div>
        <dt>Location</dt>
        <dd dir="auto" title={book.location}>
          {book.location}
        </dd>
      </div>
    </dl>
  )
}
