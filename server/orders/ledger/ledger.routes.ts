import * as accountCalls from '#contract/orders/payout-account.ts'
import * as calls from '#contract/orders/payouts.ts'
import type { Serve } from '#server/http/call-route.ts'
import { getStatementTotals, listOwed, listPayouts, listStatement, listWaiting } from './list-statement.ts'
import { getPayoutAccount, openPayoutAccount, refreshPayoutAccount } from '#server/orders/transfers/payout-account.ts'
import { markPaidOut } from './mark-paid-out.ts'

export function ledgerRoutes(serve: Serve): void {
  serve(calls.listMyStatement, (services, { account, query }) => listStatement(services, account.id, query))
  serve(calls.getMyStatementTotals, (services, { account }) => getStatementTotals(services, account.id))
  serve(accountCalls.getMyPayoutAccount, (services, { account }) => getPayoutAccount(services, account.id))
  serve(accountCalls.refreshMyPayoutAccount, (services, { account }) => refreshPayoutAccount(services, account.id))
  serve(accountCalls.openMyPayoutAccount, (services, { account }) => openPayoutAccount(services, account.id))
  serve(calls.listOwed, (services, { query }) => listOwed(services, query))
  serve(calls.listWaiting, (services, { query }) => listWaiting(services, query))
  serve(calls.listPayouts, (services, { query }) => listPayouts(services, query))
  serve(calls.markPaidOut, async (services, { account, body: { amount, ...wish } }) => {
    const owed = { amount: amount.minor, currency: amount.currency }
    const { payoutId } = await markPaidOut(services, account.id, { ...wish, ...owed })
    return { insertedId: payoutId }
  })
}
