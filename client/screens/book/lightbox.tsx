import { useEffect, useEffectEvent, useState } from 'react'
import type { Book } from '#contract/books/books.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { Picture } from '#client/ui/facts/picture.tsx'
import { useZoom } from './use-zoom.ts'

/** Largest stored picture, in pixels. */
const LARGEST = 1200

/**
 * Lightbox of the seller's pictures, by buttons or arrow keys; zoom by button, + and −, pinch, or the wheel with Ctrl.
 */
export default function Lightbox({ book, start, onClose }: { book: Book; start: number; onClose: () => void }) {
  const [place, setPlace] = useState(start)
  const { frame, scale, width, closer, farther, toggle, whole } = useZoom()
  const isClose = scale > 1
  const count = book.images.length
  const url = book.images[place]
  const move = (step: number) => {
    setPlace((place + step + count) % count)
    whole()
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === '+' || event.key === '=') closer()
    else if (event.key === '-') farther()
    // Zoomed in, arrow keys scroll the picture.
    else if (isClose || count < 2) return
    else if (event.key === 'ArrowRight') move(1)
    else if (event.key === 'ArrowLeft') move(-1)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
  if (url === undefined) return null
  return (
    <Dialog title={book.title} onClose={onClose} wide>
      <div className="grid gap-4">
        <div
          ref={frame}
          className="flex max-h-[70dvh] touch-pan-x touch-pan-y overflow-auto bg-sunk"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
          tabIndex={isClose ? 0 : undefined}
          role={isClose ? 'group' : undefined}
          aria-label={isClose ? 'The picture close up; arrow keys move it' : undefined}
        >
          <div className="m-auto shrink-0" style={width === null ? undefined : { width }}>
            <Picture
              url={url}
              alt={`Picture ${place + 1} of ${count}: ${book.title}`}
              sizes={isClose ? `${LARGEST}px` : '90vw'}
              eager
              className={width !== null ? 'w-full max-w-none' : 'mx-auto max-h-[70dvh] max-w-full object-contain'}
            />
          </div>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <button type="button" className="button-outline" aria-pressed={isClose} onClick={toggle}>
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
