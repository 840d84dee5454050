import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { href } from '#contract/href.ts'
import { countOf } from '#contract/wording.ts'
import type { PiledBook } from './piled-books.ts'
import type { Pile } from './use-pile.ts'

interface PileListProps {
  pile: Pile
  /** Opens a refused book in the form; null while the form has a refused book, which must not be sent unchanged. */
  onChange: ((book: PiledBook) => void) | null
}

/** Queue of the pile: waiting, refused, and the number listed. */
export function PileList({ pile, onChange }: PileListProps) {
  const { books, listed, isSending, remove, sendAgain } = pile
  const news = useRef<HTMLParagraphElement>(null)
  const pressed = useRef<HTMLElement>(null)
  useEffect(() => {
    // A send in flight may end between the press and its effect.
    if (isSending || !pressed.current || pressed.current.isConnected) return
    pressed.current = null
    // Focus management: the pressed button has unmounted with its book.
    if (document.activeElement === document.body) news.current?.focus()
    // oxlint-disable-next-line react/exhaustive-deps -- whenever one came or went, not with each rendering
  }, [books, isSending])
  const press = (button: HTMLElement, act: () => Promise<void>) => {
    pressed.current = button
    void act().catch(() => {})
  }
  return (
    <section aria-labelledby="pile" className="grid content-start gap-3">
      <h2 id="pile" className="text-xl">
        Your pile
      </h2>
      <p role="status" ref={news} tabIndex={-1} className="text-ink-2 outline-none">
        {wordsOf(pile)}
      </p>
      {listed > 0 && (
        <Link to={href('/dashboard/my-products')} className="link touchable inline-block py-1">
          See My Products
        </Link>
      )}
      <ul className="grid gap-2">
        {books.map((one) => (
          <li key={one.id} className="sheet px-3 py-2">
            <p dir="auto" className="font-semibold wrap-anywhere">
              {one.book.title}
            </p>
            {one.refused !== undefined && (
              <p className="text-sm wrap-anywhere text-stamp">! Not listed: {one.refused}</p>
            )}
            <div className="-mx-2.5 flex flex-wrap">
              {one.refused !== undefined && onChange && (
                <button type="button" className="button-quiet" onClick={() => onChange(one)}>
                  Change<span className="sr-only"> {one.book.title}</span>
                </button>
              )}
              <button
                type="button"
                className="button-quiet"
                onClick={({ currentTarget }) => press(currentTarget, () => remove(one.id))}
              >
                Remove<span className="sr-only"> {one.book.title} from the pile</span>
              </button>
            </div>
          </li>
        ))}
      </ul>
      {books.length > 0 && onChange && (
        <button
          type="button"
          className="button-outline justify-self-start"
          aria-disabled={isSending}
          onClick={({ currentTarget }) => !isSending && press(currentTarget, sendAgain)}
        >
          Try again
        </button>
      )}
    </section>
  )
}

function wordsOf({ books, listed, isSending }: Pile): string {
  const refused = books.filter(({ refused }) => refused !== undefined).length
  const waiting = books.length - refused
  const words = [
    listed > 0 && `${countOf(listed, 'book')} listed.`,
    waiting > 0 && (isSending ? `Listing ${countOf(waiting, 'book')}…` : waitingWords(waiting)),
    refused > 0 && `${countOf(refused, 'book')} couldn’t be listed: please change what’s wrong.`,
  ].filter(Boolean)
  return words.join(' ') || 'Books you add appear here while we list them.'
}

const waitingWords = (count: number) =>
  `${countOf(count, 'book')} saved in this browser. We’ll list ${count === 1 ? 'it' : 'them'} when you’re back online.`
