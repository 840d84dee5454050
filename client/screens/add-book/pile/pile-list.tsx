import { Link } from 'react-router'
import { countOf } from '#contract/wording.ts'
import type { Pile } from './use-pile.ts'

/** What became of the pile so far. */
export function PileList({ pile: { books, listed, isSending, remove, sendAgain } }: { pile: Pile }) {
  return (
    <section aria-labelledby="pile" className="grid content-start gap-3">
      <h2 id="pile" className="text-xl">
        Your pile
      </h2>
      <p role="status" className="text-ink-2">
        {listed > 0 && `${countOf(listed, 'book')} listed. `}
        {books.length === 0
          ? listed === 0 && 'Books that you add wait here until they’re listed.'
          : `${countOf(books.length, 'book')} kept in this browser${isSending ? ', being sent…' : '. We send them when you’re online.'}`}
      </p>
      {listed > 0 && (
        <Link to="/dashboard/my-products" className="touchable inline-block py-1">
          See My Products
        </Link>
      )}
      <ul className="grid gap-2">
        {books.map(({ key, book, problem }) => (
          <li key={key} className="sheet flex flex-wrap items-center justify-between gap-x-3 px-3 py-2">
            <div className="min-w-0">
              <p dir="auto" className="font-semibold wrap-anywhere">
                {book.title}
              </p>
              {problem !== '' && <p className="text-sm text-stamp">Not listed: {problem}</p>}
            </div>
            <button type="button" className="button-quiet" onClick={() => void remove(key)}>
              Remove<span className="sr-only"> {book.title} from the pile</span>
            </button>
          </li>
        ))}
      </ul>
      {books.length > 0 && !isSending && (
        <button type="button" className="button-outline justify-self-start" onClick={() => void sendAgain()}>
          Send now
        </button>
      )}
    </section>
  )
}
