import { useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { closeBuyer, closeSeller, type ListedAccount } from '#contract/accounts/accounts.ts'
import { POPUP_MS } from '#contract/notices.ts'
import { call } from '#client/api/call.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { FailureLine } from '#client/forms/failure-line.tsx'
import { Field } from '#client/forms/field.tsx'
import { useSite } from '#client/ui/site.ts'
import { showPopup } from '#client/ui/notice-store.ts'
import { OwedMoney, useOwedMoney } from './owed-money.tsx'
import { PaidOrders, usePaidOrders } from './paid-orders.tsx'
import { WaitingMoney } from './waiting-money.tsx'

const kinds = { sellers: { one: 'Seller', close: closeSeller }, buyers: { one: 'Buyer', close: closeBuyer } } as const

/**
 * Confirmation dialog for closing an account, which can't be undone. With open or paid orders, the email has to be
 * typed as well.
 */
export function ClosingDialog(props: {
  kind: keyof typeof kinds
  account: ListedAccount
  onClosed: () => void
  onKept: () => void
}) {
  const { kind, account, onClosed, onKept } = props
  const { one, close } = kinds[kind]
  const name = account.name
  const paidOrders = usePaidOrders(account)
  const owed = useOwedMoney(account)
  const isPaidFor = paidOrders.isError || (paidOrders.data?.items.length ?? 0) > 0
  const areWaiting = account.stats.openOrders > 0 || isPaidFor
  const [typed, setTyped] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const closing = useMutation({
    mutationFn: () => call(close, { params: { id: account.id } }),
    onSuccess() {
      showPopup({ kind: 'success', title: `${one} deleted`, text: name, ms: POPUP_MS.accountDeleted })
      onClosed()
    },
  })

  const isPending = paidOrders.isLoading || owed.isLoading || closing.isPending

  function submit(form: HTMLFormElement) {
    const isConfirmed = !areWaiting || typed.trim().toLowerCase() === account.email
    setIsWrong(!isConfirmed)
    if (!isConfirmed) form.querySelector('input')?.focus()
    else if (!isPending) closing.mutate()
  }

  return (
    <Dialog title={`Delete ${name}?`} onClose={onKept}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          submit(event.currentTarget)
        }}
      >
        <p className="wrap-anywhere">This closes the account {account.email} for good. You can’t undo it.</p>
        <Consequences name={name} account={account} />
        <PaidOrders orders={paidOrders} />
        <OwedMoney owed={owed} />
        <WaitingMoney account={account} />
        {areWaiting && (
          <Field
            label={`Type ${account.email} to confirm`}
            hint="They have open orders: someone is waiting for a book or for money."
            name="confirmation"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            problem={isWrong ? 'Please type the email exactly as shown above' : undefined}
          />
        )}
        <FailureLine words={closing.error ? `An error has occurred: ${closing.error.message}` : ''} />
        <div className="flex flex-wrap justify-end gap-3">
          <button type="button" className="button-outline max-sm:grow" onClick={onKept}>
            Keep the account
          </button>
          <button type="submit" className="button max-sm:grow" aria-disabled={isPending}>
            {closing.isPending ? 'Deleting…' : 'Delete the account'}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

/** Consequences of closing, with counts. */
function Consequences({
  name,
  account: { emailVerified, stats },
}: {
  name: string
  account: Pick<ListedAccount, 'emailVerified' | 'stats'>
}) {
  const { listings, sales, purchases, openOrders } = stats
  const { staysAt } = useSite().identity
  return (
    <ul className="list-disc ps-6">
      <li className="wrap-anywhere">
        {name} will be signed out everywhere and{' '}
        {emailVerified
          ? 'can’t sign up again with this email.'
          : 'can sign up again with this email: it was never confirmed, so it may be someone else’s.'}
      </li>
      {staysAt && <li>The sign-in stays at {staysAt} and opens nothing here. Please delete it there, too.</li>}
      <li>Unsold books are removed ({now(listings)}).</li>
      <li>Unpaid orders are cancelled; nobody is charged ({now(openOrders)}).</li>
      <li>
        Paid orders are kept ({now(sales + purchases)}). The other person keeps the contact details they agreed on, and
        gets an email if the order isn’t over.
      </li>
    </ul>
  )
}

const now = (count: number) => `${count === 0 ? 'none' : count} now`
