import { Link } from 'react-router'
import type { Book } from '#contract/books.ts'
import { categoryTitle } from '#contract/wording.ts'
import { VerifiedBadge } from './badge.tsx'
import { callNumber, shortDescription, yearsPhrase } from './book-words.ts'
import { BuyNow } from './buy-now/buy-now.tsx'
import { Cover } from './cover.tsx'
import { Price } from './price.tsx'
import { TimeAgo } from './time-ago.tsx'

/** A book as its library card. The title is the way to the book's own page. `level`: of its heading. */
export function BookCard({ book, level = 2 }: { book: Book; level?: 2 | 3 }) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <article className="sheet relative flex h-full flex-col" aria-label={book.title}>
      <p className="flex justify-between gap-3 border-b border-rule px-4 py-2 font-mono text-xs text-ink-2">
        <span>{callNumber(book)}</span>
        {book.condition && <span>{book.condition}</span>}
      </p>
      <div className="flex grow gap-4 p-4">
        <div className="w-24 shrink-0 self-start sm:w-28">
          <Cover book={book} sizes="7rem" />
        </div>
        <div className="flex min-w-0 grow flex-col">
          <Heading className="text-lg leading-tight">
            <Link
              to={`/advertise/${book.id}`}
              dir="auto"
              className="line-clamp-3 text-ink no-underline hover:underline"
            >
              {book.title}
            </Link>
          </Heading>
          <p dir="auto" className="mt-1 line-clamp-2 text-sm text-ink-2">
            {book.author}
          </p>
          <Price book={book} />
          <p dir="auto" className="mt-2 font-text text-base">
            {shortDescription(book)}
          </p>
        </div>
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 px-4 text-sm">
        <Fact name="Category">{book.category ? categoryTitle(book.category) : 'None chosen'}</Fact>
        <Fact name="Years of use">{yearsPhrase(book)}</Fact>
        <Fact name="Seller">
          <span className="break-words">{book.seller.name}</span> <VerifiedBadge verified={book.seller.emailVerified} />
        </Fact>
      </dl>
      <div className="p-4">
        <BuyNow book={book} className="button-outline w-full" />
      </div>
      <p className="flex flex-wrap justify-between gap-x-4 border-t border-dashed border-edge px-4 py-2 font-mono text-xs text-ink-2">
        <TimeAgo date={book.postedAt} />
        <span dir="auto" className="min-w-0">
          {book.location}
        </span>
      </p>
    </article>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <>
      <dt className="text-ink-2">{name}</dt>
      <dd>{children}</dd>
    </>
  )
}
