import { useState, lazy, Suspense } from 'react'
import type { Book } from '#contract/books/books.ts'
import { Picture } from '#client/ui/facts/picture.tsx'
import type { CoverFacts } from '#cover/variant.ts'
import { useHydrated } from '#client/ui/use-hydrated.ts'

/** A book's cover, two by three: the seller's photo, or where there is none that can be shown, a binding that says so. */
export function Cover({ book, sizes, eager = false }: { book: Book; sizes: string; eager?: boolean }) {
  const [photo] = book.images
  const [broken, setBroken] = useState<string>()
  // A book that takes another's place gets a drawing of its own.
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
// The server draws at once. A browser keeps what came drawn, and loads how to draw when it has to.
const DrawnCover = import.meta.env.SSR
  ? (await drawing()).DrawnCover
  : lazy(async () => ({ default: (await drawing()).DrawnCover }))

/** The cover of a book without a photo. In the server's page it is there, and hydrating leaves it alone. */
function GeneratedCover({ book }: { book: CoverFacts }) {
  const cameDrawn = useState(!useHydrated())[0] && !import.meta.env.SSR
  if (cameDrawn) return <div className="aspect-2/3" suppressHydrationWarning dangerouslySetInnerHTML={LEFT_ALONE} />
  return (
    <div className="aspect-2/3">
      <Suspense>
        <DrawnCover book={book} />
      </Suspense>
    </div>
  )
}

const LEFT_ALONE = { __html: '' }
