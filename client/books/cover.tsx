import { useState, Suspense } from 'react'
import type { Book } from '#contract/books/books.ts'
import { Picture } from '#client/ui/facts/picture.tsx'
import type { CoverFacts } from '#cover/variant.ts'
import { useHydrated } from '#client/ui/use-hydrated.ts'
import { lazyPart } from '#client/ui/lazy-part.ts'

/** Facts of a book that its cover shows. */
type CoveredBook = Pick<Book, 'id' | 'title' | 'author' | 'images'>

/** Book cover, two by three: the seller's photo, or a generated cover where there is no usable photo. */
export function Cover({ book, sizes, eager = false }: { book: CoveredBook; sizes: string; eager?: boolean }) {
  const [photo] = book.images
  const [broken, setBroken] = useState<string>()
  // Key by content, so that another book in this place gets its own drawing.
  if (!photo || photo === broken) return <GeneratedCover key={`${book.id} ${book.title} ${book.author}`} book={book} />
  return (
    <Picture
      url={photo}
      alt={`Cover of ${book.title}`}
      sizes={sizes}
      eager={eager}
      className="aspect-2/3 w-full object-cover"
      onBroken={() => setBroken(photo)}
    />
  )
}

const drawing = () => import('./drawn-cover.tsx')
// Server-rendered at once; lazy in the browser, which keeps covers that came with the page.
const DrawnCover = import.meta.env.SSR
  ? (await drawing()).DrawnCover
  : lazyPart(async () => ({ default: (await drawing()).DrawnCover }))

/** Cover of a book without a photo. Hydration leaves a server-rendered cover untouched. */
function GeneratedCover({ book }: { book: CoverFacts }) {
  const cameDrawn = useState(!useHydrated())[0]
  if (import.meta.env.SSR) return <DrawnCover book={book} />
  if (cameDrawn) return <div className="aspect-2/3" suppressHydrationWarning dangerouslySetInnerHTML={LEFT_ALONE} />
  return (
    <Suspense fallback={<div className="aspect-2/3" aria-busy="true" />}>
      <DrawnCover book={book} />
    </Suspense>
  )
}

const LEFT_ALONE = { __html: '' }
