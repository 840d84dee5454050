import type { LedgerAccount, Movement, MovementKind, OrderRecord } from '#contract/orders/order-record.ts'
import type { OrderWithTimeline } from '#contract/orders/orders.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { RowPart } from '#client/lists/tables/data-row.tsx'
import { DataTable, type Column } from '#client/lists/tables/data-table.tsx'
import { PersonLink } from '#client/orders/person-link.tsx'
import { Fact } from '#client/ui/facts/fact.tsx'
import { LocalTime } from '#client/ui/facts/local-time.tsx'
import { Money } from '#client/ui/facts/money.tsx'
import { Retry } from '#client/ui/retry.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { OrderMessages } from './order-messages.tsx'

/** Admin's record of an order: both accounts, and where the money went. */
export default function Record({ order, record }: { order: OrderWithTimeline; record: UseQueryResult<OrderRecord> }) {
  const { data } = record
  return (
    <section aria-labelledby="record" className="sheet grid grid-cols-1 gap-5 p-5 sm:p-6">
      <h2 id="record" className="text-2xl">
        For the club
      </h2>
      {!data && (record.isError ? <Retry error={record.error} onRetry={() => void record.refetch()} /> : <Loading />)}
      {data && (
        <>
          <dl className="facts">
            <Fact name="Buyer’s page">
              <PersonLink person={data.buyer} />
            </Fact>
            <Fact name="Seller’s page">
              <PersonLink person={data.seller} />
            </Fact>
            <Fact name="Order id">
              <span className="font-mono break-all select-all">{order.id}</span>
            </Fact>
            <Fact name="Card ending in">{data.cardLastFour}</Fact>
          </dl>
          <Movements movements={data.movements} />
          <Readings readings={data.readings} />
          {order.problems.length > 0 && <OrderMessages orderId={order.id} />}
        </>
      )}
    </section>
  )
}

const Loading = () => <Skeleton className="h-40" />

const kindWords: Record<MovementKind, string> = {
  card_payment: 'Paid to the club',
  cash_payment: 'Paid in cash',
  provider_cost: 'Card provider’s fee',
  refund_wanted: 'Refund begun',
  refund_made: 'Refund sent',
  refund_withdrawn: 'Refund cancelled',
  refund_failed: 'Refund failed at the card’s bank',
  refund_by_hand: 'Refunded another way',
  cash_refund: 'Refunded in cash',
  owed: 'Owed to the seller',
  payout: 'Transferred to the seller',
  dispute_withdrawn: 'Taken by the buyer’s bank for now',
  dispute_reinstated: 'Returned by the buyer’s bank',
  dispute_lost: 'Chargeback',
  dispute_borne: 'Chargeback: the seller’s share',
  dispute_cost: 'Fee for a chargeback',
  fee: 'The club’s fee',
}
const accountWords: Record<LedgerAccount, string> = {
  buyer: 'the buyer',
  club: 'the club',
  seller: 'what is owed to the seller',
  paid_out: 'the seller’s bank',
  cash: 'the seller, in cash',
  refunds: 'refunds under way',
  provider: 'the card provider',
  disputed: 'the buyer’s bank, undecided',
  fee: 'the club’s fee',
}

const wordsOf = ({ kind, from }: Movement) =>
  kind === 'payout' && from === 'paid_out' ? 'Came off a transfer to the seller' : kindWords[kind]

const columns: Column<Movement>[] = [
  { heading: 'When', part: 'facts', cell: ({ at }) => <LocalTime date={at} /> },
  {
    heading: 'What',
    part: 'several',
    cell: (movement) => (
      <>
        <RowPart is="title" className="font-semibold">
          {wordsOf(movement)}
        </RowPart>
        <RowPart is="state" className="text-sm text-ink-2">
          from {accountWords[movement.from]} to {accountWords[movement.to]}
        </RowPart>
      </>
    ),
  },
  {
    heading: 'Amount',
    part: 'price',
    isFigure: true,
    cell: ({ amount }) => <Money amount={amount} />,
  },
]

function Movements({ movements }: { movements: readonly Movement[] }) {
  return (
    <div>
      <h3 className="mb-2 text-xl">Ledger</h3>
      {movements.length === 0 ? (
        <p className="text-ink-2">No money has moved.</p>
      ) : (
        <DataTable
          caption="Ledger of this order"
          columns={columns}
          rows={movements}
          keyOf={({ id }) => id}
          nameOf={wordsOf}
        />
      )}
    </div>
  )
}

function Readings({ readings }: Pick<OrderRecord, 'readings'>) {
  if (readings.length === 0) return null
  return (
    <div>
      <h3 className="mb-2 text-xl">Who read the problem</h3>
      <ul className="grid gap-1">
        {readings.map(({ by, at }) => (
          <li key={`${at.toISOString()} ${by}`}>
            <bdi>{by ?? 'A closed account'}</bdi>, <LocalTime date={at} className="text-ink-2" />
          </li>
        ))}
      </ul>
    </div>
  )
}
