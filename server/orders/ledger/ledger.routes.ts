import * as accountCalls from '#contract/orders/payout-account.ts'
import * as bankCalls from '#contract/orders/bank-details.ts'
import * as calls from '#contract/orders/payouts.ts'
import type { Serve } from '#server/http/call-route.ts'
import { getStatementTotals, listOwed, listPayouts, listStatement, listWaiting } from './list-statement.ts'
import { getPayoutAccount, openPayoutAccount, refreshPayoutAccount } from '#server/orders/transfers/payout-account.ts'
import {
  choosePaidByHand,
  getBankDetails,
  removeBankDetails,
  saveBankDetails,
} from '#server/orders/bank-details/keep-bank-details.ts'
import { openBankDetails } from '#server/orders/bank-details/open-bank-details.ts'
import { markPaidOut } from './mark-paid-out.ts'

export function ledgerRoutes(serve: Serve): void {
  bankDetailsRoutes(serve)
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

function bankDetailsRoutes(serve: Serve): void {
  serve(bankCalls.getMyBankDetails, (services, { account }) => getBankDetails(services, account.id))
  serve(bankCalls.saveMyBankDetails, async (services, { account, body, request }) => {
    const confirmation = { password: body.password || undefined, proof: body.proof || undefined }
    await saveBankDetails(services, account, body, { confirmation, clientAddress: request.ip })
  })
  serve(bankCalls.choosePaidByHand, (services, { account }) => choosePaidByHand(services, account))
  serve(bankCalls.removeMyBankDetails, (services, { account }) => removeBankDetails(services, account))
  serve(bankCalls.openBankDetails, (services, { account, params }) => openBankDetails(services, account.id, params.id))
}
