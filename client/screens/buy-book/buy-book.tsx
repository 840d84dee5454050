import {
  data,
  Link,
  useLoaderData,
  useNavigate,
  type ClientLoaderFunctionArgs,
  type LoaderFunctionArgs,
  type MetaArgs,
} from 'react-router'
import { mayBuy } from '#contract/books/books.policy.ts'
import { bookPath } from '#contract/books/book-path.ts'
import type { Book } from '#contract/books/books.ts'
import { href } from '#contract/href.ts'
import { BuyNowSteps } from '#client/buying/form/buy-now-steps.tsx'
import { OtherBooks } from '#client/buying/form/other-books.tsx'
import { FailedSection } from '#client/ui/failed-section.tsx'
import { loadBook } from '#client/books/load-book.ts'
import { withOfflineFallback } from '#client/api/offline-fallback.ts'
import { titled } from '#client/ui/site.ts'
import { SignedIn } from '#client/session/signed-in.tsx'
import { useAccount } from '#client/session/use-account.ts'

export async function loader({ context, params: { bookId = '' } }: LoaderFunctionArgs) {
  const book = await loadBook(context, bookId)
  return data({ book }, { status: book ? 200 : 503 })
}

export function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  return withOfflineFallback(() => serverLoader<typeof loader>(), { book: null })
}

export function meta({ loaderData, ...args }: MetaArgs<typeof loader>) {
  const book = loaderData?.book
  return titled(book ? `Buy ${book.title}` : 'Buy')(args)
}

/** Buying page of one copy: the dialog's content, with an address of its own. */
export default function BuyBook() {
  const { book } = useLoaderData<typeof clientLoader>()
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
  if (mayBuy(account, book) === 'listing_paused') return <Paused book={book} />
  if (book.state !== 'unsold' && mayBuy(account, book) !== 'own_book') return <AlreadySold book={book} />
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

/** Link back to the page of Buy Now, or to the book's page without a history. */
function NotNow({ book }: { book: Book }) {
  const navigate = useNavigate()
  return (
    <Link
      to={bookPath(book)}
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

/** Whether Back stays in the shop: the router counts its pages in the history state. */
function hasPageBefore(state: unknown): boolean {
  const index = (state as { idx?: unknown } | null)?.idx
  return typeof index === 'number' && index > 0
}

function Paused({ book }: { book: Book }) {
  return (
    <div className="sheet grid justify-items-start gap-4 p-4 sm:p-6">
      <h2 className="text-xl">This copy isn’t for sale right now</h2>
      <p>It’s paused, and may come back on sale.</p>
      <div className="w-full">
        <OtherBooks category={book.category} except={book.id} replaces />
      </div>
    </div>
  )
}

/** Notice that the copy is not for sale any more, for an old or shared link. */
function AlreadySold({ book }: { book: Book }) {
  const isSold = book.state === 'sold'
  return (
    <div className="sheet grid justify-items-start gap-4 p-4 sm:p-6">
      <h2 className="text-xl">This copy is {isSold ? 'sold' : 'reserved'}</h2>
      <p className="stamp">{isSold ? 'Sold' : 'Reserved'}</p>
      <p>
        {isSold ? 'It has found its next reader.' : 'It will be back on sale if the buyer doesn’t pay.'} If that was
        you, see <Link to={href('/dashboard/my-orders')}>My Orders</Link>.
      </p>
      <div className="w-full">
        <OtherBooks category={book.category} except={book.id} replaces />
      </div>
    </div>
  )
}
