import { newTransaction } from './balance.ts'
import type { BalanceTransaction, Charge, PaymentIntent, PaymentMethod } from './objects.ts'
import { newId, seconds } from './objects.ts'
import { otherDetails } from './methods/other-methods.ts'
import type { Behaviour, Decline } from './test-cards.ts'

/** What belongs to parts of Stripe that no test card reaches. */
const unused = {
  application: null,
  application_fee: null,
  application_fee_amount: null,
  customer: null,
  failure_balance_transaction: null,
  on_behalf_of: null,
  receipt_number: null,
  receipt_url: null,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  transfer_data: null,
}

/** A charge that a bank was asked for earlier. */
export type Begun = Pick<Charge, 'id' | 'created'>

/** A charge of an intent's amount, with the movement of the balance when it is paid. */
export function newCharge(
  intent: PaymentIntent,
  method: PaymentMethod,
  behaviour: Behaviour,
  { isAuthenticated = false, begun }: { isAuthenticated?: boolean; begun?: Begun },
  now: Date,
): { charge: Charge; transaction: BalanceTransaction | null } {
  const { id, created } = begun ?? { id: newId('ch'), created: seconds(now) }
  const { amount, currency, description } = intent
  const { decline = null, isAvailable = false } = behaviour
  const transaction = decline
    ? null
    : newTransaction(
        { type: 'charge', reporting_category: 'charge', amount, currency, description, source: id, isAvailable },
        now,
      )
  const charge: Charge = {
    id,
    object: 'charge',
    ...unused,
    amount,
    amount_captured: decline ? 0 : amount,
    amount_refunded: 0,
    balance_transaction: transaction?.id ?? null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: intent.statement_descriptor_suffix,
    captured: decline === null,
    created,
    currency,
    description,
    disputed: behaviour.dispute !== undefined && decline === null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    outcome: outcomeOf(behaviour),
    paid: decline === null,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: method.card
      ? { type: 'card', card: cardDetails(method.card, amount, isAuthenticated) }
      : otherDetails(method),
    receipt_email: intent.receipt_email,
    refunded: false,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: decline ? 'failed' : 'succeeded',
    transfer_group: intent.transfer_group,
  }
  return { charge, transaction }
}

/** Whether the bank or Stripe's own rules let a charge through, and how risky it looked. */
function outcomeOf({ decline, risk }: Behaviour): NonNullable<Charge['outcome']> {
  const unadvised = { network_advice_code: null, network_decline_code: null, risk_level: risk ?? 'normal' }
  if (!decline)
    return {
      ...unadvised,
      advice_code: null,
      network_status: 'approved_by_network',
      reason: risk === 'elevated' ? 'elevated_risk_level' : null,
      seller_message: 'Payment complete.',
      type: 'authorized',
    }
  if (decline.isBlocked)
    return {
      ...unadvised,
      advice_code: null,
      network_status: 'not_sent_to_network',
      reason: 'highest_risk_level',
      seller_message: 'Stripe blocked this payment as too risky.',
      type: 'blocked',
    }
  const reason = decline.decline_code ?? decline.code
  return {
    ...unadvised,
    advice_code: adviceOf(decline),
    network_status: 'declined_by_network',
    reason,
    seller_message: `The bank returned the decline code \`${reason}\`.`,
    type: 'issuer_declined',
  }
}

function adviceOf({ code, decline_code: reason }: Decline): NonNullable<Charge['outcome']>['advice_code'] {
  if (code === 'expired_card' || code === 'incorrect_cvc') return 'confirm_card_data'
  return reason === 'lost_card' || reason === 'stolen_card' ? 'do_not_try_again' : 'try_again_later'
}

function cardDetails(
  card: NonNullable<PaymentMethod['card']>,
  amount: number,
  isAuthenticated: boolean,
): NonNullable<Charge['payment_method_details']['card']> {
  const { brand, checks, country, exp_month, exp_year, fingerprint, funding, last4, regulated_status } = card
  return {
    amount_authorized: amount,
    authorization_code: null,
    brand,
    checks,
    country,
    electronic_commerce_indicator: null,
    exp_month,
    exp_year,
    extended_authorization: { status: 'disabled' },
    fingerprint,
    funding,
    incremental_authorization: { status: 'unavailable' },
    installments: null,
    last4,
    mandate: null,
    multicapture: { status: 'unavailable' },
    network: brand,
    network_token: { used: false },
    network_transaction_id: null,
    overcapture: { maximum_amount_capturable: amount, status: 'unavailable' },
    regulated_status,
    three_d_secure: isAuthenticated
      ? {
          authentication_flow: 'challenge',
          electronic_commerce_indicator: '05',
          exemption_indicator: null,
          result: 'authenticated',
          result_reason: null,
          transaction_id: crypto.randomUUID(),
          version: '2.2.0',
        }
      : null,
    transaction_link_id: null,
    wallet: null,
  }
}
