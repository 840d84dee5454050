import { useRef, useState, useEffect } from 'react'
import type { Book } from '#contract/books/books.ts'
import { BookCard } from '#client/books/book-card.tsx'
import { BuyNow } from '#client/buying/buy-now.tsx'
import { ListItem } from '#client/lists/list-item.tsx'

/** Gap between two cards, in pixels: as in `advertised-strip`. */
const GAP = 16

/**
 * Carousel of advertised books, in two rows on a phone. It never moves by itself: scrolls natively by arrows, keys or
 * swipe.
 */
export function AdvertisedStrip({ books }: { books: Book[] }) {
  const strip = useRef<HTMLUListElement>(null)
  const ends = useEnds(strip)
  if (books.length === 0) {
    return (
      <>
        <h2 id="advertised">Advertised books</h2>
        <p className="mt-2 text-ink-2">No books are advertised at the moment.</p>
      </>
    )
  }
  const move = (direction: 1 | -1) => {
    const width = strip.current?.firstElementChild?.getBoundingClientRect().width ?? 0
    strip.current?.scrollBy({ left: direction * (width + GAP) })
  }
  return (
    <>
      <div className="mb-2 flex items-center justify-between gap-4 sm:mb-3">
        <h2 id="advertised">
          Advertised books <span className="text-base text-ink-2">({books.length})</span>
        </h2>
        {ends && !(ends.start && ends.end) && (
          <div className="flex gap-2 max-sm:hidden">
            <Arrow label="Earlier books" sign="←" atEnd={ends.start} onPress={() => move(-1)} />
            <Arrow label="Later books" sign="→" atEnd={ends.end} onPress={() => move(1)} />
          </div>
        )}
      </div>
      <ul
        ref={strip}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label="Advertised books, side by side"
        className="advertised-strip"
      >
        {books.map((book, place) => (
          <ListItem key={book.id}>
            <BookCard book={book} Action={BuyNow} level={3} first={place === 0} />
          </ListItem>
        ))}
      </ul>
    </>
  )
}

/** Arrow button, `aria-disabled` rather than disabled: it must not lose the focus at the end. */
function Arrow(props: { label: string; sign: string; atEnd: boolean; onPress: () => void }) {
  const { label, sign, atEnd, onPress } = props
  return (
    <button
      type="button"
      className="button-outline min-w-11"
      aria-label={label}
      aria-disabled={atEnd}
      onClick={() => !atEnd && onPress()}
    >
      <span aria-hidden="true">{sign}</span>
    </button>
  )
}

/** Whether the strip is at its start and end; null before hydration. */
function useEnds(strip: React.RefObject<HTMLUListElement | null>) {
  const [ends, setEnds] = useState<{ start: boolean; end: boolean } | null>(null)
  useEffect(() => {
    const element = strip.current
    if (!element) return
    const look = () => {
      const start = element.scrollLeft < 4
      const end = element.scrollLeft + element.clientWidth > element.scrollWidth - 4
      setEnds((before) => (before?.start === start && before.end === end ? before : { start, end }))
    }
    const sizes = new ResizeObserver(look)
    sizes.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [strip])
  return ends
}
