import { Link } from 'react-router'
import { listBooks, listBooksOfCategory } from '#contract/books/book-calls.ts'
import type { Book } from '#contract/books/books.ts'
import { href } from '#contract/href.ts'
import { categoryTitle } from '#contract/wording.ts'
import { Cover } from '#client/books/cover.tsx'
import { useCall } from '#client/session/use-call.ts'
import { Money } from '#client/ui/facts/money.tsx'
import { Skeletons } from '#client/ui/skeleton.tsx'

const MOST = 3

interface OtherBooksProps {
  category: string | null
  except: string
  onLeave?: (() => void) | undefined
  /** Whether the next page replaces this page in the history. */
  replaces?: boolean
}

/** Alternatives in the same category, for a buyer who came too late, and the link to all of them. */
export function OtherBooks({ category, except, onLeave, replaces = false }: OtherBooksProps) {
  const query = { limit: MOST + 1 }
  const ofCategory = useCall(
    listBooksOfCategory,
    { params: { category_name: category ?? '' }, query },
    { enabled: category !== null },
  )
  const ofAll = useCall(listBooks, { query }, { enabled: category === null })
  const others = category === null ? ofAll : ofCategory
  const books = others.data?.filter(({ id }) => id !== except).slice(0, MOST) ?? []
  const list = category ? categoryTitle(category) : 'All products'
  return (
    <section aria-label="Other books" className="grid gap-3">
      {others.isPending && <Skeletons count={MOST} className="h-20" label="Loading other books" />}
      {books.length > 0 && (
        <>
          <h3 className="text-lg">{category ? `More in ${categoryTitle(category)}` : 'Other books for sale'}</h3>
          <ul className="divide-y divide-rule border-y border-rule">
            {books.map((book) => (
              <li key={book.id}>
                <OtherBook book={book} onLeave={onLeave} replaces={replaces} />
              </li>
            ))}
          </ul>
        </>
      )}
      <Link
        to={category ? href('/books/:category_name', category) : href('/all-products')}
        className="link inline-flex min-h-11 items-center justify-self-start"
        onClick={onLeave}
      >
        See all: {list}
      </Link>
    </section>
  )
}

function OtherBook({ book, onLeave, replaces }: { book: Book; onLeave: (() => void) | undefined; replaces: boolean }) {
  return (
    <div className="relative grid grid-cols-[3rem_minmax(0,1fr)_auto] items-center gap-4 py-3">
      <div aria-hidden="true">
        <Cover book={book} sizes="3rem" />
      </div>
      <div className="min-w-0">
        <Link
          to={href('/buy/:bookId', book.id)}
          replace={replaces}
          dir="auto"
          className="link line-clamp-2 font-semibold after:absolute after:inset-0"
          onClick={onLeave}
        >
          {book.title}
        </Link>
        <p dir="auto" className="line-clamp-1 text-sm text-ink-2">
          {book.author}
        </p>
      </div>
      <Money amount={book.resalePrice} className="font-semibold text-stamp" />
    </div>
  )
}
