import { useEffect, useEffectEvent, useState } from 'react'
import type { Book } from '#contract/books/books.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { Picture } from '#client/ui/picture.tsx'

/** The seller's pictures over the page, one at a time; by buttons or arrow keys, and closer on request. */
export default function Lightbox({ book, start, onClose }: { book: Book; start: number; onClose: () => void }) {
  const [place, setPlace] = useState(start)
  const [isClose, setIsClose] = useState(false)
  const count = book.images.length
  const url = book.images[place]
  const move = (step: number) => {
    setPlace((place + step + count) % count)
    setIsClose(false)
  }
  const onArrow = useEffectEvent((event: KeyboardEvent) => {
    // Close up, the arrows move about in the picture.
    if (isClose || count < 2) return
    if (event.key === 'ArrowRight') move(1)
    if (event.key === 'ArrowLeft') move(-1)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onArrow(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
  if (url === undefined) return null
  return (
    <Dialog title={book.title} onClose={onClose} wide>
      <div className="grid gap-4">
        <div
          className="max-h-[70dvh] overflow-auto bg-sunk"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
          tabIndex={isClose ? 0 : undefined}
        >
          <Picture
            url={url}
            alt={`Picture ${place + 1} of ${count}: ${book.title}`}
            sizes={isClose ? '1200px' : '90vw'}
            eager
            className={isClose ? 'w-[1200px] max-w-none' : 'mx-auto max-h-[70dvh] w-auto object-contain'}
          />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <button type="button" className="button-outline" aria-pressed={isClose} onClick={() => setIsClose(!isClose)}>
            Zoom in
          </button>
          {count > 1 && (
            <div className="flex items-center gap-3">
              <button type="button" className="button-outline" onClick={() => move(-1)}>
                Previous
              </button>
              <output className="text-sm tabular-nums">
                {place + 1} of {count}
              </output>
              <button type="button" className="button-outline" onClick={() => move(1)}>
                Next
              </button>
            </div>
          )}
        </div>
      </div>
    </Dialog>
  )
}
