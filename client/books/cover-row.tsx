import { bookPath } from '#contract/books/book-path.ts'
import type { CoverInRowFacts } from './as-shown.ts'
import { Cover } from './cover.tsx'
import { ListItem } from '#client/lists/list-item.tsx'
import { Money } from '#client/ui/facts/money.tsx'
import { PlainLink } from '#client/ui/plain-link.tsx'

/**
 * Row of six covers, nine on a very wide screen of lists, or four on narrow windows. A cover takes part in the view transition to its book's page, unless
 * the page has a cover of its own.
 */
export function CoverRow({ books }: { books: readonly CoverInRowFacts[] }) {
  return (
    <ul className="cover-row">
      {books.map((book) => (
        <ListItem key={book.id}>
          <CoverInRow book={book} />
        </ListItem>
      ))}
    </ul>
  )
}

function CoverInRow({ book }: { book: CoverInRowFacts }) {
  return (
    <article aria-label={book.title} className="relative flex h-full flex-col">
      <div className="shelf-board px-3">
        <div className="cover-shadow">
          <Cover book={book} sizes="(min-width: 64rem) 10rem, (min-width: 40rem) 20vw, 40vw" />
        </div>
      </div>
      <h3 className="mt-3 text-base leading-tight">
        <PlainLink
          to={bookPath(book)}
          dir="auto"
          className="line-clamp-2 text-ink no-underline after:absolute after:inset-0 hover:underline"
        >
          {book.title}
        </PlainLink>
      </h3>
      <p dir="auto" className="mt-1 line-clamp-1 text-sm text-ink-2">
        {book.author}
      </p>
      <p className="mt-auto pt-1">
        <Money amount={book.resalePrice} className="font-semibold text-stamp" />
      </p>
    </article>
  )
}
