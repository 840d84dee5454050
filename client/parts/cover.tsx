import type { Book } from '#contract/books.ts'
import { Picture } from './picture.tsx'

const CLOTHS = 12

/** One of the twelve cloths, always the same for the same title. */
export function clothOf(title: string): number {
  let hash = 0
  for (const character of title) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0
  return hash % CLOTHS
}

/** A book's cover, two by three: the seller's photo, or a cloth binding that says there is none. */
export function Cover({ book, sizes, eager = false }: { book: Book; sizes: string; eager?: boolean }) {
  const [photo] = book.images
  if (photo) {
    const alt = `Cover of ${book.title}`
    return <Picture url={photo} alt={alt} sizes={sizes} eager={eager} className="aspect-2/3 w-full object-cover" />
  }
  return (
    <div
      role="img"
      aria-label={`No photo of ${book.title}`}
      className={`@container flex aspect-2/3 w-full flex-col justify-between overflow-hidden p-[8%] cloth-${clothOf(book.title)}`}
    >
      <span className="border-y border-current py-[8%] text-center">
        <span dir="auto" className="line-clamp-4 font-display text-sm leading-tight @min-[9rem]:text-lg">
          {book.title}
        </span>
      </span>
      <span className="text-center text-xs">no photo</span>
    </div>
  )
}
