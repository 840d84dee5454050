import { useState } from 'react'
import { BookCard } from '#client/books/book-card.tsx'
import { BuyNow } from '#client/buying/buy-now.tsx'
import { useSite } from '#client/ui/site.ts'
import { useAccount } from '#client/session/use-account.ts'
import type { Texts } from '#client/forms/typed-fields.ts'
import type { ChosenPicture } from '#client/forms/pictures/picture-store.ts'
import { previewBook } from './preview-book.ts'

interface PreviewProps {
  texts: Texts
  cover: ChosenPicture | undefined
  /** Listing date, for a book that is listed already. */
  postedAt?: Date
}

/** Preview of the card, inert and hidden from screen readers. */
export function BookPreview({ texts, cover, postedAt }: PreviewProps) {
  const seller = useAccount()
  const { currency } = useSite()
  const [now] = useState(() => new Date())
  const images = cover ? [cover.shown] : []
  const book = previewBook(texts, { images, seller, currency, now, postedAt: postedAt ?? now })
  return (
    <section aria-labelledby="preview-heading" className="lg:sticky lg:top-6 lg:self-start">
      <h2 id="preview-heading" className="mb-1 text-xl">
        Preview
      </h2>
      <p className="mb-3 text-sm text-ink-2">This is what buyers will see.</p>
      <div inert className="book-card-place">
        <BookCard book={book} Action={BuyNow} level={3} />
      </div>
    </section>
  )
}
