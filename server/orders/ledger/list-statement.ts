import type { Page } from '#contract/call.ts'
import type { OwedSeller, Payout, StatementLine, StatementTotal, WaitingMoney } from '#contract/orders/payouts.ts'
import type { PageRequest } from '#contract/paging.ts'
import { keysetOf, pageOf } from '#server/database/cursor.ts'
import { providerOf } from '#server/ports/payouts.ts'
import type { Services } from '#server/services.ts'
import {
  listOwedRows,
  listPayoutRows,
  listStatementRows,
  listStatementTotals,
  listWaitingRows,
  owedOrdering,
  payoutOrdering,
  statementOrdering,
  waitingOrdering,
} from './payouts.sql.ts'

type Reads = Pick<Services, 'db'>
type PayoutReads = Pick<Services, 'db' | 'payouts'>

/** One page of the movements on a seller's balance, newest first. */
export async function listStatement(
  { db }: Reads,
  sellerId: string,
  page: PageRequest<'newest'>,
): Promise<Page<StatementLine>> {
  return pageOf(
    await listStatementRows(db, sellerId, keysetOf(page, statementOrdering)),
    page,
    ({ sortKey: _sortKey, ...line }) => line,
  )
}

/** Totals of a seller per currency: owed, paid out, still held by the club, its fees. */
export const getStatementTotals = ({ db }: Reads, sellerId: string): Promise<StatementTotal[]> =>
  listStatementTotals(db, sellerId)

/** One page of sellers that the club owes money, highest amount first; or one seller alone. */
export async function listOwed(
  { db, payouts }: PayoutReads,
  page: PageRequest<'most'> & { seller?: string | undefined },
): Promise<Page<OwedSeller>> {
  const of = { seller: page.seller, isByProvider: providerOf(payouts) !== null }
  return pageOf(await listOwedRows(db, of, keysetOf(page, owedOrdering)), page, (row) => row)
}

/** One page of orders whose money waits for a bank or the provider, or is owed to the club, newest first; or of one seller alone. */
export async function listWaiting(
  { db, payouts }: PayoutReads,
  page: PageRequest<'newest'> & { seller?: string | undefined },
): Promise<Page<WaitingMoney>> {
  const of = { seller: page.seller, isByProvider: providerOf(payouts) !== null }
  return pageOf(await listWaitingRows(db, of, keysetOf(page, waitingOrdering)), page, (row) => row)
}

/** One page of payouts, newest first. */
export async function listPayouts({ db }: Reads, page: PageRequest<'newest'>): Promise<Page<Payout>> {
  return pageOf(await listPayoutRows(db, keysetOf(page, payoutOrdering)), page, (row) => row)
}
