import { data, Link, useNavigate } from 'react-router'
import type { Book } from '#contract/books.ts'
import { BuyNowSteps } from '#client/parts/buy-now/buy-now-steps.tsx'
import { OtherBooks } from '#client/parts/buy-now/other-books.tsx'
import { FailedSection } from '#client/parts/failed-section.tsx'
import { loadBook } from '#client/parts/load-book.ts'
import { openOffline } from '#client/parts/open-offline.ts'
import { titled } from '#client/parts/site.ts'
import { SignedIn } from '#client/session/signed-in.tsx'
import { useAccount } from '#client/session/use-account.ts'
import type { Route } from './+types/buy-now.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const book = await loadBook(context, params.bookId)
  return data({ book }, { status: book ? 200 : 503 })
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return openOffline(() => serverLoader(), { book: null })
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  const book = loaderData?.book
  return titled(book ? `Buy ${book.title}` : 'Buy', { noIndex: true })(args)
}

/** Buying one copy on a page of its own: what the dialog is where there is room for one, with an address. */
export default function BuyNowScreen({ loaderData: { book } }: Route.ComponentProps) {
  return (
    <div className="mx-auto max-w-xl">
      <h1 className="mb-6">
        {book ? (
          <>
            Buy <bdi>{book.title}</bdi>
          </>
        ) : (
          'Buy'
        )}
      </h1>
      {book ? (
        <SignedIn what="Buying a book">
          <Purchase key={book.id} book={book} />
        </SignedIn>
      ) : (
        <FailedSection />
      )}
    </div>
  )
}

function Purchase({ book }: { book: Book }) {
  const account = useAccount()
  if (book.state !== 'unsold' && book.seller.id !== account.id) return <TooLate book={book} />
  return (
    <>
      <div className="sheet p-4 sm:p-6">
        <h2 className="sr-only">Your order</h2>
        <BuyNowSteps book={book} account={account} replaces />
      </div>
      <p className="mt-4">
        <NotNow book={book} />
      </p>
    </>
  )
}

/** Back to where Buy Now was pressed; to the book's own page for who came by a link. */
function NotNow({ book }: { book: Book }) {
  const navigate = useNavigate()
  return (
    <Link
      to={`/advertise/${book.id}`}
      className="link inline-flex min-h-11 items-center"
      onClick={(event) => {
        if (!hasPageBefore(window.history.state)) return
        event.preventDefault()
        void navigate(-1)
      }}
    >
      Not now
    </Link>
  )
}

/** Whether Back stays in the shop: the router counts its pages in the history's state. */
function hasPageBefore(state: unknown): boolean {
  const index = (state as { idx?: unknown } | null)?.idx
  return typeof index === 'number' && index > 0
}

/** The address of a copy that is not for sale any more: kept, shared, or opened again after the order. */
function TooLate({ book }: { book: Book }) {
  const isSold = book.state === 'sold'
  return (
    <div className="sheet grid justify-items-start gap-4 p-4 sm:p-6">
      <h2 className="text-xl">This copy is {isSold ? 'sold' : 'reserved'}</h2>
      <p className="stamp">{isSold ? 'Sold' : 'Reserved'}</p>
      <p>
        {isSold ? 'It has found its next reader.' : 'It will be back on sale if the buyer doesn’t pay.'} If that was
        you, see <Link to="/dashboard/my-orders">My Orders</Link>.
      </p>
      <div className="w-full">
        <OtherBooks category={book.category} except={book.id} replaces />
      </div>
    </div>
  )
}
