import type { Book } from '#contract/books.ts'
import { Cover } from '#client/parts/cover.tsx'
import { Picture } from '#client/parts/picture.tsx'

/** The cover large, and below it what else the seller photographed. */
export function Gallery({ book }: { book: Book }) {
  const others = book.images.slice(1)
  return (
    <div className="mx-auto w-full max-w-sm">
      <div className="border border-rule">
        <Cover book={book} sizes="(min-width: 48rem) 24rem, 100vw" eager />
      </div>
      {others.length > 0 && (
        <ul className="mt-3 grid grid-cols-3 gap-3">
          {others.map((url, place) => (
            <li key={url}>
              <a href={url} className="block border border-rule">
                <Picture
                  url={url}
                  alt={`Picture ${place + 2} of ${book.title}`}
                  sizes="8rem"
                  className="aspect-square w-full object-cover"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
