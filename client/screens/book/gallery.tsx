import { Suspense, useState, type MouseEvent } from 'react'
import type { Book } from '#contract/books/books.ts'
import { Cover } from '#client/books/cover.tsx'
import { Picture } from '#client/ui/facts/picture.tsx'
import { opensElsewhere } from '#client/ui/opens-elsewhere.ts'
import { lazyPart } from '#client/ui/lazy-part.ts'

const Lightbox = lazyPart(() => import('./lightbox.tsx'))

/** Gallery: the cover large, the other photos below. Each is a link to its file; with scripts it opens the lightbox. */
export function Gallery({ book }: { book: Book }) {
  const [shown, setShown] = useState<number | null>(null)
  const open = (place: number) => (event: MouseEvent) => {
    if (opensElsewhere(event)) return
    event.preventDefault()
    setShown(place)
  }
  const [cover, ...others] = book.images
  const large = <Cover book={book} sizes="(min-width: 48rem) 24rem, 16rem" eager />
  return (
    <div className="book-page-gallery mx-auto w-full max-w-64 md:mx-0 md:max-w-sm">
      <div className="cover-shadow moving-cover">
        {cover ? (
          <a href={cover} onClick={open(0)} className="block cursor-zoom-in" aria-haspopup="dialog">
            {large}
          </a>
        ) : (
          large
        )}
      </div>
      {others.length > 0 && (
        <ul className="mt-4 grid grid-cols-4 gap-3" aria-label="More pictures">
          {others.map((url, index) => (
            <li key={url}>
              <a
                href={url}
                onClick={open(index + 1)}
                className="block cursor-zoom-in border border-rule hover:border-ink"
                aria-haspopup="dialog"
              >
                <Picture
                  url={url}
                  alt={`Picture ${index + 2} of ${book.title}`}
                  sizes="6rem"
                  className="aspect-square w-full object-cover"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
      {shown !== null && (
        <Suspense>
          <Lightbox book={book} start={shown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </div>
  )
}
