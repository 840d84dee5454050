import type { ComponentType } from 'react'
import { Link, useViewTransitionState } from 'react-router'
import type { Book } from '#contract/books/books.ts'
import { categoryTitle } from '#contract/wording.ts'
import { VerifiedBadge } from '#client/ui/badge.tsx'
import { callNumber, shortDescription, yearsPhrase } from './book-words.ts'
import { ConditionGrade } from './condition-grade.tsx'
import { Cover } from './cover.tsx'
import { Fact } from '#client/ui/fact.tsx'
import { Price } from './price.tsx'
import { SellerLink } from './seller-link.tsx'
import { TimeAgo } from '#client/ui/time-ago.tsx'

/** What a card offers below its facts, handed in by the screen: cards know nothing of buying. */
export type BookAction = ComponentType<{ book: Book; className: string }>

interface BookCardProps {
  book: Book
  Action: BookAction
  /** Of its heading. */
  level?: 2 | 3
  /** In its list, so that its cover comes before the others. */
  first?: boolean
}

/** A book as its library card. The title is the way to the book's own page. */
export function BookCard({ book, Action, level = 2, first = false }: BookCardProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  const address = `/advertise/${book.id}`
  const isMoving = useViewTransitionState(address)
  return (
    <article className="sheet @container relative flex h-full flex-col" aria-label={book.title}>
      <p className="flex justify-between gap-3 px-4 pt-2 font-mono text-sm text-ink-2">
        <span>{callNumber(book)}</span>
        <ConditionGrade condition={book.condition} />
      </p>
      <div className="flex grow gap-4 p-4">
        <div
          className={`w-20 shrink-0 self-start @min-[16rem]:w-24 @min-[20rem]:w-28 ${isMoving ? 'moving-cover' : ''}`}
        >
          <div className="cover-shadow">
            <Cover book={book} sizes="7rem" eager={first} />
          </div>
        </div>
        <div className="flex min-w-0 grow flex-col">
          <Heading className="text-lg leading-tight">
            <Link
              to={address}
              viewTransition
              dir="auto"
              className="touchable block text-ink no-underline hover:underline"
            >
              <span className="line-clamp-2">{book.title}</span>
            </Link>
          </Heading>
          <p dir="auto" className="mt-1 line-clamp-2 text-sm text-ink-2">
            {book.author}
          </p>
          <Price book={book} />
          <p dir="auto" className="mt-2 font-text text-base leading-snug">
            {shortDescription(book)}
          </p>
        </div>
      </div>
      <dl className="facts px-4">
        <Fact name="Category">{book.category && categoryTitle(book.category)}</Fact>
        <Fact name="Years of use">{yearsPhrase(book)}</Fact>
        <Fact name="Seller">
          <SellerLink seller={book.seller} /> <VerifiedBadge verified={book.seller.emailVerified} />
        </Fact>
      </dl>
      <div className="p-4 pt-3">
        <Action book={book} className="button-outline w-full" />
      </div>
      <dl className="slip">
        <div>
          <dt>Posted</dt>
          <dd>
            <TimeAgo date={book.postedAt} />
          </dd>
        </div>
        <div>
          <dt>Location</dt>
          <dd dir="auto" className="line-clamp-3">
            {book.location}
          </dd>
        </div>
      </dl>
    </article>
  )
}
