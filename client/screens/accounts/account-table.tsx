import { useRef, useState } from 'react'
import { listBuyers, listSellers, type ListedAccount } from '#contract/accounts/accounts.ts'
import { href } from '#contract/href.ts'
import { accountSorts, type AccountSort } from '#contract/sorts.ts'
import { usePagedCall } from '#client/session/use-paged-call.ts'
import { accountColumns } from './account-columns.tsx'
import { ClosingDialog } from './closing-dialog.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import type { Column } from '#client/lists/tables/data-table.tsx'
import { useListOrder } from '#client/lists/tables/list-order.ts'
import { PagedTable } from '#client/lists/tables/paged-table.tsx'
import { ShareButton } from '#client/lists/tables/share-button.tsx'
import { useSite } from '#client/ui/site.ts'

const lists = {
  sellers: { list: listSellers, nouns: ['seller', 'sellers'] },
  buyers: { list: listBuyers, nouns: ['buyer', 'buyers'] },
} as const

/** Labels of sort orders for lists of people. */
export const sortWords: Record<AccountSort, string> = {
  newest: 'Newest members first',
  oldest: 'Oldest members first',
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  email: 'Email, A to Z',
  '-email': 'Email, Z to A',
  state: 'Status, verified first',
  '-state': 'Status, unverified first',
}

/** Admin's table of sellers or buyers, with the closing of accounts. */
export function AccountTable({ kind }: { kind: keyof typeof lists }) {
  const { list, nouns } = lists[kind]
  const area = useRef<HTMLDivElement>(null)
  const [closing, setClosing] = useState<ListedAccount | null>(null)
  const order = useListOrder(accountSorts, sortWords)
  const { sort } = order
  const accounts = usePagedCall(list, { query: { sort } })
  const action: Column<ListedAccount, AccountSort> = {
    heading: 'Action',
    part: 'action',
    cell: (account) => deleteButton(account, setClosing),
  }

  function onClosed(account: ListedAccount) {
    setClosing(null)
    accounts.remove(account.id)
    // Focus management: the dialog returns the focus to a button that is about to unmount.
    requestAnimationFrame(() => area.current?.focus())
  }

  return (
    <div ref={area} tabIndex={-1} className="outline-none">
      <PagedTable
        caption={`All ${kind}`}
        columns={[...accountColumns[kind], action]}
        nameOf={({ name }) => name}
        pages={accounts}
        nouns={nouns}
        order={order}
        empty={<NoAccounts kind={kind} />}
      />
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

function NoAccounts({ kind }: { kind: keyof typeof lists }) {
  const { name, publicUrl } = useSite()
  return (
    <EmptyState words={`No ${kind} yet. They appear here when they sign up.`}>
      <ShareButton prepare={() => Promise.resolve(`Join ${name}: ${publicUrl}${href('/register')}`)}>
        Invite people
      </ShareButton>
    </EmptyState>
  )
}

const deleteButton = (account: ListedAccount, onPress: (account: ListedAccount) => void) => (
  <button type="button" className="button-outline justify-self-start" onClick={() => onPress(account)}>
    Delete<span className="sr-only"> {account.name}</span>
  </button>
)
