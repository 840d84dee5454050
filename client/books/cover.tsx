import { useState } from 'react'
import type { Book } from '#contract/books/books.ts'
import { GeneratedCover } from './generated-cover.tsx'
import { Picture } from '#client/ui/facts/picture.tsx'

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
