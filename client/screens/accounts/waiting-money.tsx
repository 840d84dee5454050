import { Link } from 'react-router'
import type { ListedAccount } from '#contract/accounts/accounts.ts'
import { href } from '#contract/href.ts'
import { listWaiting, type WaitingMoney as Waiting } from '#contract/orders/payouts.ts'
import { formatMoney } from '#contract/wording.ts'
import { useFirstPage } from '#client/session/use-call.ts'
import { Retry } from '#client/ui/retry.tsx'

/** What of an account's money isn't settled: a bank's decision is missing, or the seller owes the club. */
export function WaitingMoney({ account: { id, stats } }: { account: ListedAccount }) {
  const { data, isError, error, refetch } = useFirstPage(
    listWaiting,
    { query: { seller: id } },
    { enabled: stats.sales > 0, staleTime: 0 },
  )
  if (isError) return <Retry error={error} onRetry={() => void refetch()} />
  if (!data || data.items.length === 0) return null
  return (
    <section aria-label="Money that isn’t settled" className="border-s-4 border-warn bg-sunk px-4 py-3">
      <ul className="grid gap-1">
        {data.items.map((waiting) => (
          <li key={waiting.id} className="wrap-anywhere">
            {words(waiting)}{' '}
            <Link to={href('/dashboard/orders/:orderId', waiting.id)} className="link">
              See the order
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function words({ why, amount, title }: Waiting): string {
  const much = formatMoney({ ...amount, minor: Math.abs(amount.minor) })
  if (why === 'gone_back') return `They owe the club ${much} for “${title}”, which was refunded to the buyer.`
  if (why === 'disputed' || why === 'asked')
    return `${much} for “${title}” waits for a bank’s decision. If the bank lets them keep it, you’ll need to know where to transfer it.`
  return why === 'not_ready'
    ? `${much} for “${title}” waits for their payout account, which isn’t ready.`
    : `${much} for “${title}” hasn’t reached them yet: see the reason under Payouts.`
}
