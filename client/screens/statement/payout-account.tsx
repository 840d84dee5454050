import { useEffect } from 'react'
import {
  getMyPayoutAccount,
  openMyPayoutAccount,
  refreshMyPayoutAccount,
  type PayoutAccount as Account,
} from '#contract/orders/payout-account.ts'
import { call } from '#client/api/call.ts'
import { ActionButton } from '#client/forms/action-button.tsx'
import { useCall } from '#client/session/use-call.ts'
import { Retry } from '#client/ui/retry.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'

/** The seller's account at the payout provider: how far it is, and the way to the provider's page. */
export function PayoutAccount({ through }: { through: string }) {
  const { data, isError, error, refetch } = useCall(getMyPayoutAccount, {})
  const isUnsettled = data !== undefined && (data.bankRefusal !== null || /^(needs_more|checked)$/.test(data.status))
  useEffect(() => {
    // Back from the provider's page: what it says is asked, not read from the address. A failure shows with the button.
    if (isUnsettled) void call(refreshMyPayoutAccount, {}).catch(() => {})
  }, [isUnsettled])
  if (isError) return <Retry error={error} onRetry={() => void refetch()} />
  return (
    <section aria-labelledby="payout-account" className="sheet mb-6 grid gap-3 p-5 sm:p-6">
      <h2 id="payout-account" className="text-xl">
        Your bank
      </h2>
      {data ? <State account={data} through={through} /> : <Skeleton className="h-12" />}
    </section>
  )
}

function State({ account, through }: { account: Account; through: string }) {
  const { status, bankRefusal, waits } = account
  return (
    <>
      <p role="status" className="max-w-measure">
        {wordsOf(account, through)}
      </p>
      {bankRefusal && (
        <p className="max-w-measure border-s-4 border-warn bg-sunk px-4 py-3">
          <strong>Your bank sent a payout back.</strong> {bankRefusal} Please check the account you entered.
        </p>
      )}
      {waits && <p className="max-w-measure border-s-4 border-warn bg-sunk px-4 py-3">{waitsWords[waits]}</p>}
      {status === 'checked' ? (
        <ActionButton repeats act={() => call(refreshMyPayoutAccount, {})} label="Check again" pending="Asking…" />
      ) : (
        status !== 'refused' && (
          <ActionButton
            act={goThere}
            look={status === 'ready' ? 'button-outline' : 'button'}
            label={buttonWords(status, through)}
            pending="Opening…"
          />
        )
      )}
    </>
  )
}

async function goThere(): Promise<void> {
  const { url } = await call(openMyPayoutAccount, {})
  window.location.assign(url)
}

function buttonWords(status: Account['status'], through: string): string {
  if (status === 'none') return 'Get paid to your bank'
  return status === 'ready' ? 'Change bank details' : `Continue at ${through}`
}

function wordsOf({ status, reason }: Account, through: string): string {
  switch (status) {
    case 'none':
      return `Payouts go to your bank through ${through}. Enter your bank account there: it takes a few minutes, once, and the club doesn’t see it.`
    case 'needs_more':
      return `Something is still missing at ${through} before you can be paid. ${reason ?? ''}`
    case 'checked':
      return `What you entered is being checked by ${through}. You don’t need to do anything.`
    case 'ready':
      return `Payouts go to your bank through ${through}, order by order, once each is complete.`
    case 'refused':
      return `You can’t be paid through ${through}. ${reason ?? ''} The club knows, and transfers what it owes you another way.`
  }
}

const waitsWords: Record<NonNullable<Account['waits']>, string> = {
  returned: 'A transfer to you came back. We try again once a day, and the club can pay you another way.',
  refused: 'A transfer to you was refused. We try again once a day, and the club can see why.',
  balance: 'A transfer to you waits until there is enough in the club’s account. We try again every hour.',
}
