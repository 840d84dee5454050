import { asOf } from '#server/providers/card-simulator/as-of.ts'
import type { Operation } from '#server/providers/card-simulator/call.ts'
import { readLimit, requireKnown } from '#server/providers/card-simulator/parameters.ts'
import { availableBalance, pendingBalance } from './balances.ts'

/** More than the simulator has. */
const ALL = 10_000

export const retrieveBalance: Operation = async (tx, { form, now }) => {
  requireKnown(form, [])
  const moved = await tx.list('balance_transaction', { now, limit: ALL })
  const currencies = [...new Set(moved.map(({ currency }) => currency))].toSorted()
  const part = (sum: typeof availableBalance) =>
    currencies.map((currency) => ({ amount: sum(moved, currency, now), currency }))
  return {
    status: 200,
    body: { object: 'balance', available: part(availableBalance), livemode: false, pending: part(pendingBalance) },
  }
}

/** What left a seller's account for their bank, as far as it came back; the club's own money stays with Stripe. */
export const listBankPayouts: Operation = async (tx, { form, now, account }) => {
  requireKnown(form, ['limit'])
  const limit = readLimit(form)
  const all = await tx.list('payout', { now, limit: ALL })
  const its = all.filter(({ internal }) => internal.account === account).map((payout) => asOf(payout, now))
  const body = { object: 'list', data: its.slice(0, limit), has_more: its.length > limit, url: '/v1/payouts' }
  return { status: 200, body }
}
