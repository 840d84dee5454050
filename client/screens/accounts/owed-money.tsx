import { Link } from 'react-router'
import type { ListedAccount } from '#contract/accounts/accounts.ts'
import { href } from '#contract/href.ts'
import { listOwed } from '#contract/orders/payouts.ts'
import { formatMoney } from '#contract/wording.ts'
import { useFirstPage } from '#client/session/use-call.ts'
import { Retry } from '#client/ui/retry.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'

/** Money owed to an account, by currency; no request where it has sold nothing, whatever its role is now. */
export function useOwedMoney({ id, stats }: ListedAccount) {
  return useFirstPage(listOwed, { query: { seller: id } }, { enabled: stats.sales > 0, staleTime: 0 })
}

/** Warning before an account with owed money is closed, since its email is deleted with it. */
export function OwedMoney({ owed }: { owed: ReturnType<typeof useOwedMoney> }) {
  if (!owed.isEnabled || owed.data?.items.length === 0) return null
  if (owed.isPending) return <Skeleton className="h-12" />
  return (
    <section aria-label="Money the club owes them" className="border-s-4 border-warn bg-sunk px-4 py-3">
      {owed.isError && <Retry error={owed.error} onRetry={() => void owed.refetch()} />}
      {owed.data && (
        <p>
          <strong>The club owes them {owed.data.items.map(({ amount }) => formatMoney(amount)).join(' and ')}</strong>{' '}
          for books they sold. Transfer it first and note it under{' '}
          <Link to={href('/dashboard/payouts')} className="link">
            Payouts
          </Link>
          : once the account is closed, the shop no longer knows their email.
        </p>
      )}
    </section>
  )
}
