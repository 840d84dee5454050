import { Link } from 'react-router'
import { href } from '#contract/href.ts'
import type { StatementLine } from '#contract/orders/payouts.ts'
import { RowPart, RowTitle } from '#client/lists/tables/data-row.tsx'
import type { Column } from '#client/lists/tables/data-table.tsx'
import { OrderNumber } from '#client/orders/order-number.tsx'
import { LocalTime } from '#client/ui/facts/local-time.tsx'
import { Money } from '#client/ui/facts/money.tsx'

const lineWords: Record<StatementLine['kind'], string> = {
  owed: 'Sale',
  refund_wanted: 'Refunded to the buyer',
  refund_withdrawn: 'A refund was cancelled',
  payout: 'Transferred to you',
  dispute_borne: 'Chargeback: the buyer’s bank kept the money',
  fee: 'The club’s fee',
}

/** Where money comes back to the seller, or a transfer did. */
const lineBackWords: { [Kind in StatementLine['kind']]?: string } = {
  dispute_borne: 'Chargeback: your share got smaller',
  fee: 'The club’s fee, given back',
  payout: 'Came off a transfer to you',
}

/** What a line of the statement is. A chargeback may take less afterwards, a transfer come back, and the fee follows the sale. */
export const wordsOfLine = ({ kind, amount }: Pick<StatementLine, 'kind' | 'amount'>): string =>
  (amount.minor > 0 && lineBackWords[kind]) || lineWords[kind]

export const statementColumns: Column<StatementLine>[] = [
  { heading: 'When', part: 'facts', cell: ({ at }) => <LocalTime date={at} year /> },
  { heading: 'What', part: 'state', cell: wordsOfLine },
  {
    heading: 'Book',
    part: 'several',
    hasRest: true,
    cell: ({ orderId, orderNumber, title }) => (
      <>
        <RowPart is="title">
          <Link
            to={href('/dashboard/orders/:orderId', orderId)}
            className="link touchable inline-block wrap-anywhere sm:py-1"
          >
            <RowTitle>
              <bdi>{title}</bdi>
            </RowTitle>
          </Link>
        </RowPart>
        <RowPart is="rest">
          <OrderNumber number={orderNumber} />
        </RowPart>
      </>
    ),
  },
  { heading: 'Amount', part: 'price', isFigure: true, cell: ({ amount }) => <Money amount={amount} /> },
]
