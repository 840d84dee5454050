import { Link } from 'react-router'
import { href } from '#contract/href.ts'
import { shownFee } from '#contract/money/club-fee.ts'
import { getMyStatementTotals, listMyStatement, type StatementTotal } from '#contract/orders/payouts.ts'
import { usePagedCall } from '#client/session/use-paged-call.ts'
import { PagedTable } from '#client/lists/tables/paged-table.tsx'
import { useCall } from '#client/session/use-call.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Fact } from '#client/ui/facts/fact.tsx'
import { Money } from '#client/ui/facts/money.tsx'
import { useSite } from '#client/ui/site.ts'
import { Skeletons } from '#client/ui/skeleton.tsx'
import { PayoutAccount } from './payout-account.tsx'
import { BankDetails } from './bank-details/bank-details.tsx'
import { DownloadStatement } from './download-statement.tsx'
import { statementColumns } from './statement-columns.tsx'

const wordsFor = {
  card: {
    words:
      'The club holds payments until an order is complete, then pays you. Cash paid to you in person isn’t listed here.',
    empty: 'An order appears here once it’s done.',
  },
  provider: {
    words:
      'The club holds card payments until an order is complete; then they go to your bank. Cash paid to you in person isn’t listed here.',
    empty: 'An order appears here once it’s complete.',
  },
  cash: {
    words:
      'Buyers pay you in cash here, which isn’t listed. What buyers paid online before is owed to you once the order is done, and the club transfers it.',
    empty: 'Only orders paid online appear here.',
  },
}

/** Statement of a seller: owed, paid out, and for which orders. */
export default function Statement() {
  const { cards, payoutsThrough } = useSite()
  const { words, empty } = wordsFor[cards.mode === 'off' ? 'cash' : payoutsThrough ? 'provider' : 'card']
  const lines = usePagedCall(listMyStatement, {})
  const totals = useCall(getMyStatementTotals, {})
  return (
    <>
      <p className="mb-4 max-w-measure text-ink-2">{words}</p>
      {payoutsThrough && <PayoutAccount through={payoutsThrough} />}
      <BankDetails isOffered={!payoutsThrough && cards.mode !== 'off'} />
      {/* Together, because the totals would push the entries down. */}
      {totals.isPending ? (
        <Skeletons count={2} className="h-40" label="Loading your statement" />
      ) : (
        <>
          {totals.data?.map((total) => (
            <Totals key={total.currency} total={total} />
          ))}
          <PagedTable
            caption="Statement"
            columns={statementColumns}
            nameOf={({ title }) => title}
            pages={lines}
            nouns={['entry', 'entries']}
            empty={
              <EmptyState words={`Nothing yet. ${empty}`}>
                <Link to={href('/dashboard/my-buyers')} className="button">
                  Go to My buyers
                </Link>
              </EmptyState>
            }
            after={<DownloadStatement />}
          />
        </>
      )}
    </>
  )
}

function Totals({ total: { currency, owed, waiting, paidOut, kept, fees } }: { total: StatementTotal }) {
  const hasFee = shownFee(useSite()) !== null
  return (
    <section aria-label={`Totals in ${currency}`} className="sheet mb-6 p-5 sm:p-6">
      <dl className="facts [&>*:nth-child(-n+2)]:border-t-0">
        <Fact name="Owed to you">
          <Money amount={{ minor: owed, currency }} mayBreak className="text-lg font-semibold text-stamp" />
        </Fact>
        {waiting > 0 && (
          <Fact name="Of that, waiting for a bank’s decision">
            <Money amount={{ minor: waiting, currency }} />
          </Fact>
        )}
        {owed < 0 && (
          <Fact name="What that means">
            More went back to buyers than you’re owed. The rest comes off your next transfer.
          </Fact>
        )}
        <Fact name="Transferred so far">
          <Money amount={{ minor: paidOut, currency }} />
        </Fact>
        <Fact name={hasFee || fees > 0 ? 'Pending, before the club’s fee' : 'Pending'}>
          <Money amount={{ minor: kept, currency }} />
        </Fact>
        {fees > 0 && (
          <Fact name="The club’s fees so far">
            <Money amount={{ minor: fees, currency }} />
          </Fact>
        )}
      </dl>
    </section>
  )
}
