import { useEffect, useId, useState } from 'react'
import type { Account } from '#contract/accounts/accounts.ts'
import type { Book } from '#contract/books/books.ts'
import { UNCONFIRMED_CLAIM_SECONDS } from '#contract/orders/buy-now.ts'
import { MINUTE_MS, durationInWords } from '#contract/duration.ts'
import { formatMoney } from '#contract/wording.ts'
import { payHow } from '#contract/orders/paid-how.ts'
import { useSite } from '#client/ui/site.ts'
import { LocalTime } from '#client/ui/facts/local-time.tsx'
import type { Payment } from './payment-choice.tsx'

/** Next steps from Submit to the handover, in three lines. */
export function WhatHappensNext({ book, buyer, payment }: { book: Book; buyer: Account; payment: Payment }) {
  const id = useId()
  const site = useSite()
  const price = formatMoney(book.resalePrice)
  const isShort = !buyer.emailVerified && site.holdSeconds > UNCONFIRMED_CLAIM_SECONDS
  const holdSeconds = isShort ? UNCONFIRMED_CLAIM_SECONDS : site.holdSeconds
  const reservedUntil = new Date(useNow() + holdSeconds * 1000)
  return (
    <section aria-labelledby={id} className="border-t border-dashed border-edge pt-4">
      <h3 id={id} className="small-heading mb-2 font-sans text-ink-2">
        What happens next
      </h3>
      <ol className="grid gap-2">
        <Step number={1}>
          We’ll reserve it for {durationInWords(holdSeconds)}
          {isShort && ', because your email isn’t confirmed yet'}, until{' '}
          <LocalTime date={reservedUntil} className="whitespace-nowrap" />.
        </Step>
        <Step number={2}>
          {payment === 'cash' ? (
            <>
              <bdi>{book.seller.name}</bdi> accepts or declines, and we email you. You pay {price} when you meet.
            </>
          ) : (
            `Pay ${price} ${payHow(site.cards)} on the next page.`
          )}{' '}
          You can cancel for free until then.
        </Step>
        <Step number={3}>
          <bdi>{book.seller.name}</bdi> will see your contact details. You’ll see theirs once{' '}
          {payment === 'cash' ? 'they’ve accepted' : 'you’ve paid'}. Then agree on a time and meet.
        </Step>
      </ol>
    </section>
  )
}

function Step({ number, children }: { number: number; children: React.ReactNode }) {
  return (
    <li className="grid grid-cols-[1.5rem_minmax(0,1fr)]">
      <span aria-hidden="true" className="font-mono text-ink-2">
        {number}
      </span>
      <span>{children}</span>
    </li>
  )
}

/** Current time in milliseconds, updated every minute. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
