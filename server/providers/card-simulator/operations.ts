import type { Operation } from './call.ts'
import { acceptDispute, updateDispute } from './dispute-calls.ts'
import { cancel, changeIntent, confirm, createIntent, retrieveIntent } from './intent-calls.ts'
import { createAccount, createAccountLink, retrieveAccount } from './connect/account-calls.ts'
import { listBankPayouts, retrieveBalance } from './connect/balance-calls.ts'
import { createReversal, createTransfer, listReversals } from './connect/transfer-calls.ts'
import { list, retrieve } from './read-calls.ts'
import { createRefund, updateRefund } from './refund-calls.ts'

/** Who may call: the shop with its secret key, or a browser with the publishable one as well. */
type Caller = 'shop' | 'anyone'

export interface Route {
  who: Caller
  run: Operation
  /** Rate limits are for people; the shop itself calls from this machine. */
  isLimited?: boolean
}

const shop = (run: Operation): Route => ({ who: 'shop', run })
const anyone = (run: Operation): Route => ({ who: 'anyone', run })

/** Every call below `/v1`, by method and path. */
export const operations: Record<string, Route> = {
  'POST /payment_intents': shop(createIntent),
  'GET /payment_intents': shop(list('payment_intent', '/v1/payment_intents')),
  'GET /payment_intents/:id': anyone(retrieveIntent),
  'POST /payment_intents/:id': shop(changeIntent),
  'POST /payment_intents/:id/confirm': { ...anyone(confirm), isLimited: true },
  'POST /payment_intents/:id/cancel': shop(cancel),
  'GET /charges': shop(list('charge', '/v1/charges', ['payment_intent', 'transfer_group'])),
  'GET /charges/:id': shop(retrieve('charge')),
  'POST /refunds': shop(createRefund),
  'GET /refunds': shop(list('refund', '/v1/refunds', ['payment_intent', 'charge'])),
  'GET /refunds/:id': shop(retrieve('refund')),
  'POST /refunds/:id': shop(updateRefund),
  'GET /disputes': shop(list('dispute', '/v1/disputes', ['payment_intent', 'charge'])),
  'GET /disputes/:id': shop(retrieve('dispute')),
  'POST /disputes/:id': shop(updateDispute),
  'POST /disputes/:id/close': shop(acceptDispute),
  'GET /balance_transactions': shop(
    list('balance_transaction', '/v1/balance_transactions', ['source', 'type', 'currency']),
  ),
  'GET /balance_transactions/:id': shop(retrieve('balance_transaction')),
  'GET /radar/early_fraud_warnings': shop(
    list('radar.early_fraud_warning', '/v1/radar/early_fraud_warnings', ['payment_intent', 'charge']),
  ),
  'GET /radar/early_fraud_warnings/:id': shop(retrieve('radar.early_fraud_warning')),
  'GET /payment_methods/:id': shop(retrieve('payment_method')),
  'POST /transfers': shop(createTransfer),
  'GET /transfers': shop(list('transfer', '/v1/transfers', ['destination', 'transfer_group'])),
  'GET /transfers/:id': shop(retrieve('transfer')),
  'POST /transfers/:id/reversals': shop(createReversal),
  'GET /transfers/:id/reversals': shop(listReversals),
  'GET /balance': shop(retrieveBalance),
  'GET /payouts': shop(listBankPayouts),
  'GET /events': shop(list('event', '/v1/events', ['type'])),
  'GET /events/:id': shop(retrieve('event')),
}

/** The same below `/v2/core`. */
export const accountOperations: Record<string, Route> = {
  'POST /accounts': shop(createAccount),
  'GET /accounts/:id': shop(retrieveAccount),
  'POST /account_links': shop(createAccountLink),
}
