import { Link } from 'react-router'
import { mayBuy } from '#contract/books/books.policy.ts'
import type { Book } from '#contract/books/books.ts'
import { answersWithinWords } from '#contract/books/answers-within.ts'
import type { Seller } from '#contract/books/sellers.ts'
import { href } from '#contract/href.ts'
import { countOf } from '#contract/wording.ts'
import { askingAddress } from '#client/session/origin.ts'
import { useSession } from '#client/session/session.ts'
import { SellerLink } from '#client/books/seller-link.tsx'
import { VerifiedBadge, verifiedMeaning } from '#client/ui/facts/badge.tsx'
import { Picture } from '#client/ui/facts/picture.tsx'

/** Seller of the copy, with the link to write to them. `seller`: their facts; null where the read failed. */
export function SellerCard({ book, seller }: { book: Book; seller: Seller | null }) {
  const { emailVerified } = book.seller
  const session = useSession()
  const account = session.state === 'signed-in' ? session.account : null
  const isOwn = account !== null && mayBuy(account, book) === 'own_book'
  return (
    <section aria-label="Seller" className="sheet px-4 py-3">
      <div className="flex items-center gap-3">
        {seller?.photoUrl && (
          <Picture url={seller.photoUrl} alt="" sizes="3.5rem" className="size-14 border border-rule object-cover" />
        )}
        <div className="min-w-0">
          <p className="text-sm text-ink-2">Seller</p>
          <p className="text-lg leading-tight wrap-anywhere">
            <SellerLink seller={book.seller} />
          </p>
        </div>
      </div>
      <p className="mt-2 flex flex-wrap items-center gap-x-2 text-sm text-ink-2">
        <VerifiedBadge verified={emailVerified} /> {verifiedMeaning(emailVerified)}
      </p>
      {seller && (
        <p className="mt-1 text-sm text-ink-2">
          Member since{' '}
          <time dateTime={seller.since}>
            {new Date(seller.since).toLocaleString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })}
          </time>
          {' · '}
          {`${countOf(seller.sold, 'book')} sold`}
          {seller.answersWithin && !seller.isAway && ` · Usually answers ${answersWithinWords[seller.answersWithin]}`}
        </p>
      )}
      {!isOwn && (
        <p className="mt-3">
          <Link
            to={
              session.state === 'signed-out'
                ? askingAddress(book.id)
                : `${href('/dashboard/messages/:conversationId', 'new')}?book=${book.id}`
            }
            className="button-outline no-underline"
          >
            Ask the seller
          </Link>
        </p>
      )}
    </section>
  )
}
