import { useRef, useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { closeBuyer, closeSeller, listBuyers, listSellers, type Account } from '#contract/accounts.ts'
import { POPUP_MS } from '#contract/constants.ts'
import { call, callPage } from '#client/server-calls/call.ts'
import { usePages } from '#client/server-calls/use-pages.ts'
import { Badge } from './badge.tsx'
import { BreakableAddress } from './breakable-address.tsx'
import { Dialog } from './dialog.tsx'
import { EmptyShelf } from './empty-shelf.tsx'
import { Ledger, type Column } from './ledger.tsx'
import { showPopup } from './notice-store.ts'
import { PagedList } from './paged-list.tsx'

const lists = {
  sellers: { one: 'Seller', list: listSellers, close: closeSeller },
  buyers: { one: 'Buyer', list: listBuyers, close: closeBuyer },
} as const

const roleWords = { user: 'User, no role chosen yet', buyer: 'Buyer', seller: 'Seller', admin: 'Admin' }
const nameOf = (account: Account) => account.name || account.email
const errorWords = (message: string) => `An error has occurred: ${message}`

/** The admin's list of sellers or of buyers, with the closing of accounts. */
export function AccountTable({ kind }: { kind: keyof typeof lists }) {
  const { list } = lists[kind]
  const area = useRef<HTMLDivElement>(null)
  const [closing, setClosing] = useState<Account | null>(null)
  const accounts = usePages<Account>([`all-${kind}`], (cursor, signal) =>
    callPage(list, { query: { cursor } }, { signal }),
  )

  function onClosed(account: Account) {
    setClosing(null)
    accounts.remove(account.id)
    // The dialog gives the focus back to a button that is gone in a moment.
    requestAnimationFrame(() => area.current?.focus())
  }

  return (
    <div ref={area} tabIndex={-1} className="outline-none">
      <PagedList pages={accounts} errorWords={errorWords} empty={<EmptyShelf words={`There are no ${kind} yet.`} />}>
        {(items) => (
          <Ledger
            caption={`All ${kind}, newest first`}
            columns={[...columns, { heading: 'Action', cell: (account) => deleteButton(account, setClosing) }]}
            rows={items}
            keyOf={({ id }) => id}
          />
        )}
      </PagedList>
      {closing && (
        <ClosingDialog
          kind={kind}
          account={closing}
          onClosed={() => onClosed(closing)}
          onKept={() => setClosing(null)}
        />
      )}
    </div>
  )
}

const columns: Column<Account>[] = [
  { heading: 'Name', cell: (account) => <span className="font-semibold">{nameOf(account)}</span> },
  {
    heading: 'Email',
    cell: ({ email }) => (
      <span className="wrap-anywhere">
        <BreakableAddress text={email} />
      </span>
    ),
  },
  {
    heading: 'Status',
    cell: ({ role, emailVerified }) => (
      <span className="grid">
        {roleWords[role]}
        <Badge kind={emailVerified ? 'ok' : 'warn'}>{emailVerified ? 'Email verified' : 'Email not verified'}</Badge>
      </span>
    ),
  },
]

const deleteButton = (account: Account, onPress: (account: Account) => void) => (
  <button type="button" className="button-outline justify-self-start" onClick={() => onPress(account)}>
    Delete<span className="sr-only"> {nameOf(account)}</span>
  </button>
)

/** Closing an account can't be undone, so this one asks, and says what happens. */
function ClosingDialog({
  kind,
  account,
  onClosed,
  onKept,
}: {
  kind: keyof typeof lists
  account: Account
  onClosed: () => void
  onKept: () => void
}) {
  const { one, close } = lists[kind]
  const name = nameOf(account)
  const closing = useMutation({
    mutationFn: () => call(close, { params: { id: account.id } }),
    onSuccess() {
      showPopup({ kind: 'success', title: `${one} deleted`, text: name, ms: POPUP_MS.accountDeleted })
      onClosed()
    },
  })
  return (
    <Dialog title={`Delete ${name}?`} onClose={onKept}>
      <p>The account {account.email} is closed for good. This can’t be undone.</p>
      <ul className="my-4 list-disc ps-6">
        <li>{name} is out at once, on every device, and can’t sign up with this address again.</li>
        <li>Unsold books leave the shop.</li>
        <li>Unpaid orders are released; nobody is charged.</li>
        <li>Paid orders stay, without this person’s name and contacts.</li>
      </ul>
      {closing.isError && (
        <p role="alert" className="mb-4 text-stamp">
          <span aria-hidden="true">! </span>
          {errorWords(closing.error.message)}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <button type="button" className="button-outline" onClick={onKept}>
          Keep the account
        </button>
        <button type="button" className="button" disabled={closing.isPending} onClick={() => closing.mutate()}>
          {closing.isPending ? 'Deleting…' : 'Delete the account'}
        </button>
      </div>
    </Dialog>
  )
}
