import type { Stripe } from 'stripe'
import { providerUnits } from '#contract/money/currencies.ts'
import type {
  AskedReversal,
  AskedTransfer,
  MadeReversal,
  MadeTransfer,
  TransferRefusal,
  Transfers,
} from '#server/ports/payouts.ts'
import { asking, askingTogether, CardProviderError } from './stripe-client.ts'

/** Separate charges and transfers by Stripe: each names its order as its group. */
export const stripeTransfers = (sdk: () => Stripe): Transfers => ({
  make: (asked) => make(sdk(), asked).catch(refusalOf),

  reverse: (asked) => reverse(sdk(), asked).catch(refusalOf),

  async listReversals(providerTransferId) {
    return (await listReversals(sdk(), providerTransferId)).map((made) => ({
      ...reversalOf(made),
      reversalId: made.metadata?.['reversalId'] ?? null,
    }))
  },
})

async function make(sdk: Stripe, asked: AskedTransfer): Promise<MadeTransfer> {
  const { transferId, tries, orderId, recipientId, amount, currency } = asked
  const transfer_group = `order-${orderId}`
  // Stripe drops idempotency keys after a day, but lists the transfers it made.
  const made = await asking(sdk.transfers.list({ transfer_group, limit: 100 }))
  const known = made.data.find(({ metadata }) => metadata['transferId'] === transferId)
  if (known) return transferOf(known)
  const source_transaction = asked.isFromPayment ? await chargeOf(sdk, asked.intentId) : null
  const transfer = await askingTogether(() =>
    sdk.transfers.create(
      {
        amount: amount * providerUnits(currency.toUpperCase()),
        currency: currency.toLowerCase(),
        destination: recipientId,
        transfer_group,
        metadata: { transferId, orderId },
        ...(source_transaction && { source_transaction }),
      },
      { idempotencyKey: `transfer-${transferId}-${tries}` },
    ),
  )
  return transferOf(transfer)
}

const minorOf = ({ amount, currency }: { amount: number; currency: string }): number =>
  amount / providerUnits(currency.toUpperCase())
const transferOf = (made: Stripe.Transfer): MadeTransfer => ({ providerTransferId: made.id, amount: minorOf(made) })
const reversalOf = (made: Stripe.TransferReversal): MadeReversal => ({
  providerReversalId: made.id,
  amount: minorOf(made),
})

async function chargeOf(sdk: Stripe, intentId: string): Promise<string | null> {
  const { latest_charge: charge } = await asking(sdk.paymentIntents.retrieve(intentId))
  return typeof charge === 'object' ? (charge?.id ?? null) : charge
}

async function reverse(sdk: Stripe, asked: AskedReversal): Promise<MadeReversal> {
  const { reversalId, tries, providerTransferId, amount, currency } = asked
  const known = (await listReversals(sdk, providerTransferId)).find(
    ({ metadata }) => metadata?.['reversalId'] === reversalId,
  )
  if (known) return reversalOf(known)
  const reversal = await askingTogether(() =>
    sdk.transfers.createReversal(
      providerTransferId,
      { amount: amount * providerUnits(currency.toUpperCase()), metadata: { reversalId } },
      { idempotencyKey: `reversal-${reversalId}-${tries}` },
    ),
  )
  return reversalOf(reversal)
}

/** One page is enough: no transfer has more reversals. */
async function listReversals(sdk: Stripe, transferId: string): Promise<Stripe.TransferReversal[]> {
  return (await asking(sdk.transfers.listReversals(transferId, { limit: 100 }))).data.toReversed()
}

/** Codes by which Stripe refuses the recipient. */
const OF_RECIPIENT = new Set([
  'account_invalid',
  'insufficient_capabilities_for_transfer',
  'payouts_not_allowed',
  'transfers_not_allowed',
])

/** What Stripe refused for good is an answer; whatever leaves open what it did stays an error. */
function refusalOf(error: unknown): TransferRefusal {
  if (!(error instanceof CardProviderError)) throw error
  const { code = '', status, message: reason } = error
  if (![400, 402, 403, 404].includes(status ?? 0)) throw error
  if (code === 'balance_insufficient' || code === 'insufficient_funds') return { refused: 'balance', reason }
  return { refused: OF_RECIPIENT.has(code) ? 'recipient' : 'other', reason }
}
