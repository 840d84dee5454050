import { Link } from 'react-router'
import { answersWithinWords } from '#contract/books/answers-within.ts'
import type { Seller } from '#contract/books/sellers.ts'
import { href } from '#contract/href.ts'
import { grouped, monthName } from '#contract/wording.ts'
import { VerifiedBadge, verifiedMeaning } from '#client/ui/facts/badge.tsx'
import { Picture } from '#client/ui/facts/picture.tsx'

/** Public facts about a seller; null while unknown. */
export function SellerFacts({ seller }: { seller: Seller | null }) {
  if (!seller) return <h1 className="mb-4">Seller</h1>
  const { id, name, photoUrl, emailVerified, since, sold, answersWithin, isAway } = seller
  return (
    <header className="mb-8">
      <div className="flex items-center gap-4 sm:gap-6">
        {photoUrl && <Picture url={photoUrl} alt="" sizes="6rem" className="size-20 border border-rule object-cover" />}
        <div className="min-w-0">
          <h1 dir="auto" className="wrap-anywhere">
            {name}
          </h1>
          <p className="mt-1 flex flex-wrap items-center gap-x-2 text-sm text-ink-2">
            <VerifiedBadge verified={emailVerified} /> {verifiedMeaning(emailVerified)}
          </p>
        </div>
      </div>
      <dl className="mt-4 flex flex-wrap gap-x-8 gap-y-2">
        <Figure name="Member since">
          <time dateTime={since}>{monthName(since)}</time>
        </Figure>
        <Figure name="Books sold">{grouped(sold)}</Figure>
        {answersWithin && !isAway && <Figure name="Usually answers">{answersWithinWords[answersWithin]}</Figure>}
      </dl>
      <p className="mt-2 text-sm">
        <Link to={href('/report/:kind/:id', 'person', id)} className="touchable inline-block py-1">
          Report this person
        </Link>
      </p>
      {isAway && (
        <p className="mt-4 border-s-3 border-warn bg-sunk px-4 py-3">
          <strong>The seller is away.</strong> Their books are back on sale when they return.
        </p>
      )}
    </header>
  )
}

function Figure({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className="text-lg">{children}</dd>
    </div>
  )
}
