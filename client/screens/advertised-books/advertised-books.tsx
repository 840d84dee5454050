import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { href } from '#contract/href.ts'
import { asCard } from '#client/books/as-shown.ts'
import { BookCards } from '#client/books/book-cards.tsx'
import { BuyNow } from '#client/buying/buy-now.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { FailedSection } from '#client/ui/failed-section.tsx'
import { titled } from '#client/ui/site.ts'
import { readSection } from '#client/api/screen-services.ts'

export const meta = titled('Advertised items', { description: 'Used books picked by their sellers.' })

export function loader({ context }: LoaderFunctionArgs) {
  return readSection(context, async (reads) => (await reads.listAdvertisedBooks()).map(asCard))
}

export default function AdvertisedBooks() {
  const books = useLoaderData<typeof loader>()
  return (
    <div className="wide">
      <h1>Advertised items</h1>
      <p className="mt-2 mb-6 text-ink-2">Picked by their sellers. Every seller gets an equal turn here.</p>
      {!books.ok && <FailedSection />}
      {books.ok && books.value.length === 0 && (
        <EmptyState words="No books are advertised at the moment.">
          <Link to={href('/all-products')} className="button">
            See all products
          </Link>
        </EmptyState>
      )}
      {books.ok && <BookCards books={books.value} Action={BuyNow} />}
    </div>
  )
}
