import { useState } from 'react'
import { openBankDetails, type BankAccount } from '#contract/orders/bank-details.ts'
import { groupedAccount } from '#contract/orders/iban.ts'
import type { OwedSeller } from '#contract/orders/payouts.ts'
import { call } from '#client/api/call.ts'
import { ActionButton } from '#client/forms/action-button.tsx'
import { Fact } from '#client/ui/facts/fact.tsx'
import { LocalTime } from '#client/ui/facts/local-time.tsx'

/** Where a seller wants their money, in a row. */
export function WayOf({ way, waySince }: Pick<OwedSeller, 'way' | 'waySince'>) {
  if (!way || !waySince) return <span className="text-ink-2">Not given yet</span>
  return (
    <span className="grid">
      {way === 'bank' ? 'Bank account' : 'By hand'}
      <span className="text-sm text-ink-2">
        changed <LocalTime date={waySince} year />
      </span>
    </span>
  )
}

/** The seller's bank account, once the admin asks to see it, because the audit log notes that. */
export function SellersAccount({ seller: { id, name, waySince } }: { seller: OwedSeller }) {
  const [account, setAccount] = useState<BankAccount | null>(null)
  if (account)
    return (
      <div className="mb-4 bg-sunk px-4 py-3">
        <dl className="facts" aria-label={`Bank details of ${name}`}>
          <Fact name="Account holder">{account.holder}</Fact>
          <Fact name="Account">
            <span className="font-mono break-words select-all">{groupedAccount(account.account)}</span>
          </Fact>
          <Fact name="Bank">{account.bank}</Fact>
          <Fact name="Changed">
            <LocalTime date={account.since} year />
          </Fact>
        </dl>
      </div>
    )
  return (
    <div className="mb-4 grid justify-items-start gap-2">
      <ActionButton
        act={async () => setAccount(await call(openBankDetails, { params: { id } }))}
        label="Show bank details"
        of={`of ${name}`}
        describedBy="bank-details-note"
        repeats
      />
      <p id="bank-details-note" className="text-sm text-ink-2">
        {waySince && (
          <>
            Changed <LocalTime date={waySince} year />.{' '}
          </>
        )}
        The audit log records who looks.
      </p>
    </div>
  )
}
