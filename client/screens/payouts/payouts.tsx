import { useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { listOwed, listPayouts, listWaiting, type OwedSeller } from '#contract/orders/payouts.ts'
import { usePagedCall } from '#client/session/use-paged-call.ts'
import type { Column } from '#client/lists/tables/data-table.tsx'
import { PagedTable } from '#client/lists/tables/paged-table.tsx'
import { ViewTabs } from '#client/lists/tables/view-tabs.tsx'
import { NextTask } from '#client/tasks/next-task.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Money } from '#client/ui/facts/money.tsx'
import { useSite } from '#client/ui/site.ts'
import { MarkPaidOut } from './mark-paid-out.tsx'
import { owedColumns, payoutColumns, waitingColumns, wayColumn } from './payout-columns.tsx'

const viewWords = { owed: 'Owed', waiting: 'Waiting', transferred: 'Transferred' }

/** Payouts owed by the club; with `?show=`, what waits and those made. `?pay=`: the seller who is paid at once. */
export default function Payouts() {
  const { search } = useLocation()
  const show = new URLSearchParams(search).get('show')
  const shown = show === 'transferred' || show === 'waiting' ? show : 'owed'
  return (
    <>
      <ViewTabs label="Payouts" name="show" words={viewWords} shown={shown} />
      {shown === 'owed' && <OwedAndDialog />}
      {shown === 'waiting' && <Waiting />}
      {shown === 'transferred' && <Transferred />}
    </>
  )
}

type OwedSellers = ReturnType<typeof usePagedCall<typeof listOwed>>

function OwedAndDialog() {
  const sellers = usePagedCall(listOwed, {})
  const [search, setSearch] = useSearchParams()
  const [pressed, setPaying] = useState<OwedSeller | null>(null)
  const asked = search.get('pay')
  const paying = pressed ?? sellers.items?.find(({ id }) => id === asked)
  const [hasNoted, setNoted] = useState(false)
  const area = useRef<HTMLDivElement>(null)
  function onClose(isNoted: boolean) {
    setPaying(null)
    setSearch({}, { replace: true })
    if (!isNoted) return
    setNoted(true)
    // Focus management: the dialog returns the focus to a button that has unmounted.
    requestAnimationFrame(() => area.current?.focus())
  }
  return (
    <div ref={area} tabIndex={-1} className="outline-none">
      {hasNoted && <NextTask />}
      <Owed sellers={sellers} onPay={setPaying} />
      {paying && <MarkPaidOut owed={paying} onClose={onClose} />}
    </div>
  )
}

function Owed({ sellers, onPay }: { sellers: OwedSellers; onPay: (owed: OwedSeller) => void }) {
  const through = useSite().payoutsThrough
  const action: Column<OwedSeller> = { heading: 'Action', part: 'action', cell: (owed) => payButton(owed, onPay) }
  return (
    <>
      {through && (
        <p className="mb-4 max-w-measure text-ink-2">
          Payouts go to sellers’ banks through {through}, order by order. Pay by hand if it can’t.
        </p>
      )}
      <OwedTable sellers={sellers} columns={[...owedColumns, ...(through ? [] : [wayColumn]), action]} />
    </>
  )
}

function OwedTable(table: { sellers: OwedSellers; columns: Column<OwedSeller>[] }) {
  return (
    <PagedTable
      caption="What the club owes sellers"
      columns={table.columns}
      keyOf={({ id, amount }) => `${id} ${amount.currency}`}
      nameOf={({ name }) => name}
      pages={table.sellers}
      nouns={['seller', 'sellers']}
      empty={
        <EmptyState words="Nothing is owed. What buyers paid online is owed to the seller once the order is done." />
      }
    />
  )
}

function Waiting() {
  const orders = usePagedCall(listWaiting, {})
  return (
    <PagedTable
      caption="What waits, and what sellers owe"
      columns={waitingColumns}
      nameOf={({ title }) => title}
      pages={orders}
      nouns={['order', 'orders']}
      empty={
        <EmptyState words="Nothing is waiting. Money that a buyer’s bank disputes, or that can’t be transferred yet, appears here." />
      }
    />
  )
}

function Transferred() {
  const payouts = usePagedCall(listPayouts, {})
  return (
    <PagedTable
      caption="What was transferred"
      columns={payoutColumns}
      nameOf={({ name }) => name}
      pages={payouts}
      nouns={['transfer', 'transfers']}
      empty={<EmptyState words="No transfers yet." />}
    />
  )
}

const payButton = (owed: OwedSeller, onPay: (owed: OwedSeller) => void) => (
  <button type="button" className="button-outline justify-self-start" onClick={() => onPay(owed)}>
    Mark as transferred
    <span className="sr-only">
      {' '}
      to {owed.name}: <Money amount={owed.amount} />
    </span>
  </button>
)
