import type { PaymentIntent as PublicIntent } from '@stripe/stripe-js'
import type { Stripe } from 'stripe'

/** The last code is in Stripe's changelog only. */
type ErrorCode = Stripe.PaymentIntent.LastPaymentError.Code | 'payment_method_types_no_longer_supported'

/** What the provider declares of each object on the wire, by its `object`, and of requests by their calls. */
export interface Declared {
  payment_intent: Stripe.PaymentIntent
  /** As a browser may see it: the fields that its SDK declares, as the server's declares them. */
  public_intent: Pick<Stripe.PaymentIntent, keyof PublicIntent & keyof Stripe.PaymentIntent>
  payment_method: Stripe.PaymentMethod
  charge: Stripe.Charge
  refund: Stripe.Refund
  dispute: Stripe.Dispute
  balance_transaction: Stripe.BalanceTransaction
  'radar.early_fraud_warning': Stripe.Radar.EarlyFraudWarning
  event: Stripe.Event
  transfer: Stripe.Transfer
  transfer_reversal: Stripe.TransferReversal
  balance: Stripe.Balance
  payout: Stripe.Payout
  'v2.core.account': Stripe.V2.Core.Account
  'v2.core.account_link': Stripe.V2.Core.AccountLink
  /** As it is delivered: without what the SDK adds. */
  'v2.core.event': Stripe.V2.Core.EventBase & { related_object: Stripe.V2.Core.Events.RelatedObject }
  list: Stripe.ApiList<unknown>
  error: Omit<Stripe.PaymentIntent.LastPaymentError, 'code'> & { code?: ErrorCode }

  'POST /payment_intents': Stripe.PaymentIntentCreateParams
  'POST /payment_intents/:id': Stripe.PaymentIntentUpdateParams
  'POST /payment_intents/:id/confirm': Stripe.PaymentIntentConfirmParams
  'POST /payment_intents/:id/cancel': Stripe.PaymentIntentCancelParams
  'GET /payment_intents': Stripe.PaymentIntentListParams
  'GET /charges': Stripe.ChargeListParams
  'POST /refunds': Stripe.RefundCreateParams
  'POST /refunds/:id': Stripe.RefundUpdateParams
  'GET /refunds': Stripe.RefundListParams
  'GET /disputes': Stripe.DisputeListParams
  'POST /disputes/:id': Stripe.DisputeUpdateParams
  'POST /disputes/:id/close': Stripe.DisputeCloseParams
  'GET /balance_transactions': Stripe.BalanceTransactionListParams
  'GET /radar/early_fraud_warnings': Stripe.Radar.EarlyFraudWarningListParams
  'GET /events': Stripe.EventListParams
  'POST /transfers': Stripe.TransferCreateParams
  'GET /transfers': Stripe.TransferListParams
  'POST /transfers/:id/reversals': Stripe.TransferCreateReversalParams
  'GET /transfers/:id/reversals': Stripe.TransferListReversalsParams
  'GET /balance': Stripe.BalanceRetrieveParams
}
