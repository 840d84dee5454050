import { useState } from 'react'
import {
  choosePaidByHand,
  getMyBankDetails,
  removeMyBankDetails,
  type OwnBankDetails,
} from '#contract/orders/bank-details.ts'
import { call } from '#client/api/call.ts'
import { ActionButton } from '#client/forms/action-button.tsx'
import { useCall } from '#client/session/use-call.ts'
import { LocalTime } from '#client/ui/facts/local-time.tsx'
import { Retry } from '#client/ui/retry.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { EnterBankDetails } from './enter-bank-details.tsx'

/** Where the club sends what it owes the seller. `isOffered`: the seller may say so; else they may only take it back. */
export function BankDetails({ isOffered }: { isOffered: boolean }) {
  const { data, isError, error, refetch } = useCall(getMyBankDetails, {})
  if (!isOffered && !data?.way) return null
  if (isError) return <Retry error={error} onRetry={() => void refetch()} />
  return (
    <section aria-labelledby="bank-details" className="not-printed sheet mb-6 grid grid-cols-1 gap-3 p-5 sm:p-6">
      <h2 id="bank-details" className="text-xl">
        Where your money goes
      </h2>
      {data ? (
        <Details key={data.since?.getTime()} details={data} isOffered={isOffered} />
      ) : (
        <Skeleton className="h-45 sm:h-27" />
      )}
    </section>
  )
}

function Details({ details, isOffered }: { details: OwnBankDetails; isOffered: boolean }) {
  const { way } = details
  const [isEntering, setEntering] = useState(false)
  return (
    <>
      <p role="status" className="max-w-measure">
        {wordsOf(details)}
      </p>
      <div className="flex flex-wrap gap-3">
        {isOffered && (
          <button
            type="button"
            className={way === null ? 'button' : 'button-outline'}
            onClick={() => setEntering(true)}
          >
            {way === 'bank' ? 'Change' : 'Add bank details'}
          </button>
        )}
        {isOffered && way === null && (
          <ActionButton act={() => call(choosePaidByHand, {})} label="Pay me by hand" pending="Saving…" />
        )}
        {way === 'bank' && (
          <ActionButton
            act={() => call(removeMyBankDetails, {})}
            label="Remove"
            pending="Removing…"
            of="bank details"
          />
        )}
      </div>
      {isEntering && <EnterBankDetails onClose={() => setEntering(false)} />}
    </>
  )
}

function wordsOf({ way, endsIn, since }: OwnBankDetails): React.ReactNode {
  if (way === null)
    return 'Add your bank details, so that the club doesn’t have to ask how you’d like your money. Only its admins can see them.'
  if (way === 'hand') return 'You’re paid by hand: agree with the club when and where.'
  if (endsIn === null) return 'We can’t read your bank details any more. Please enter them again.'
  return (
    <>
      To the account ending in <span className="font-mono whitespace-nowrap">{endsIn}</span>, since{' '}
      {since && <LocalTime date={since} year />}. Only the club’s admins can see the rest, when they pay you.
    </>
  )
}
