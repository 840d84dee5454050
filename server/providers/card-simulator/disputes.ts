import { newTransaction } from './balance.ts'
import { mergeMetadata } from './intents.ts'
import type { BalanceTransaction, Charge, Dispute, StripeEvent } from './objects.ts'
import { newId, seconds } from './objects.ts'
import { invalidRequest, StateRefusal } from './refusals.ts'

export type DisputeKind =
  | 'fraudulent'
  | 'not received'
  | 'inquiry'
  | 'compelling evidence'
  | 'visa compliance'
  | 'mastercard compliance'

type CaseType = 'chargeback' | 'compliance' | 'inquiry'

/** A dispute after a step, the funds that moved, and the types of the events about it. */
export interface DisputeStep {
  dispute: Dispute
  transaction: BalanceTransaction | null
  events: StripeEvent['type'][]
}

/** What Stripe keeps for a dispute: 15.00, in the currency of the payment. */
const FEE = 1500
const ANSWER_WITHIN_SECONDS = 9 * 24 * 3600

const kinds: Record<
  DisputeKind,
  {
    reason: string
    code: string | null
    caseType: CaseType
    eligible: Dispute['evidence_details']['enhanced_eligibility']
  }
> = {
  fraudulent: { reason: 'fraudulent', code: '10.4', caseType: 'chargeback', eligible: {} },
  'not received': { reason: 'product_not_received', code: '13.1', caseType: 'chargeback', eligible: {} },
  inquiry: { reason: 'general', code: null, caseType: 'inquiry', eligible: {} },
  'compelling evidence': {
    reason: 'fraudulent',
    code: '10.4',
    caseType: 'chargeback',
    eligible: {
      visa_compelling_evidence_3: {
        status: 'requires_action',
        required_actions: ['missing_disputed_transaction_description', 'missing_merchandise_or_services'],
      },
    },
  },
  'visa compliance': {
    reason: 'noncompliant',
    code: null,
    caseType: 'compliance',
    eligible: { visa_compliance: { status: 'requires_fee_acknowledgement' } },
  },
  'mastercard compliance': {
    reason: 'noncompliant',
    code: null,
    caseType: 'compliance',
    eligible: { mastercard_compliance: { status: 'requires_fee_acknowledgement' } },
  },
}

const noEvidence: Dispute['evidence'] = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}

/** Names of the evidence that a form can give. */
export const EVIDENCE = Object.keys(noEvidence).filter((name) => name !== 'enhanced_evidence')

/** The bank's question about a whole charge. A chargeback withdraws its funds at once; an inquiry moves none. */
export function openDispute(charge: Charge, kind: DisputeKind, now: Date): DisputeStep {
  const { reason, code, caseType, eligible } = kinds[kind]
  const { brand } = charge.payment_method_details.card ?? { brand: null }
  const dispute: Dispute = {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: seconds(now),
    currency: charge.currency,
    enhanced_eligibility_types: Object.keys(eligible),
    evidence: {
      ...noEvidence,
      customer_email_address: charge.billing_details.email,
      customer_name: charge.billing_details.name,
    },
    evidence_details: {
      due_by: seconds(now) + ANSWER_WITHIN_SECONDS,
      enhanced_eligibility: eligible,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: true,
    livemode: false,
    metadata: {},
    network_reason_code: code,
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: { brand: brand ?? 'visa', case_type: caseType, network: brand ?? 'visa', network_reason_code: code },
      type: 'card',
    },
    reason,
    status: 'warning_needs_response',
  }
  const created = 'charge.dispute.created'
  if (caseType === 'inquiry') return { dispute, transaction: null, events: [created] }
  const step = withdraw(dispute, now)
  return { ...step, events: [created, ...step.events] }
}

/**
 * Notes evidence, and submits it: 'winning_evidence' wins, 'losing_evidence' loses, 'escalate_inquiry_evidence' makes a
 * chargeback of an inquiry, and all else is under review. Throws when the bank takes no more evidence.
 */
export function answerDispute(
  dispute: Dispute,
  given: { evidence: Record<string, string>; isSubmitted: boolean; metadata: Record<string, string> },
  now: Date,
): DisputeStep {
  const metadata = mergeMetadata(dispute.metadata, given.metadata)
  const updated = 'charge.dispute.updated'
  if (Object.keys(given.evidence).length === 0 && !given.isSubmitted)
    return { dispute: { ...dispute, metadata }, transaction: null, events: [updated] }
  requireOpen(dispute)
  const filled = Object.entries(given.evidence).map(([name, text]) => [name, text || null])
  const evidence = { ...dispute.evidence, ...Object.fromEntries(filled) } as Dispute['evidence']
  const isNoted = Object.keys(given.evidence).length > 0 || dispute.evidence_details.has_evidence
  const noted = {
    ...dispute,
    metadata,
    evidence,
    evidence_details: { ...dispute.evidence_details, has_evidence: isNoted },
  }
  if (!given.isSubmitted) return { dispute: noted, transaction: null, events: [updated] }

  const isInquiry = dispute.status === 'warning_needs_response'
  const submitted: Dispute = {
    ...noted,
    status: isInquiry ? 'warning_under_review' : 'under_review',
    evidence_details: {
      ...noted.evidence_details,
      submission_count: dispute.evidence_details.submission_count + 1,
      submission_method: 'manual',
    },
  }
  const step = outcomeOf(submitted, evidence.uncategorized_text, isInquiry, now)
  return { ...step, events: [updated, ...step.events] }
}

/** Accepts a dispute: it is lost, and an inquiry over. Throws when the bank has decided, or has evidence. */
export function closeDispute(dispute: Dispute): DisputeStep {
  requireOpen(dispute)
  return close(dispute, dispute.status === 'warning_needs_response' ? 'warning_closed' : 'lost')
}

function outcomeOf(dispute: Dispute, text: string | null, isInquiry: boolean, now: Date): DisputeStep {
  if (text === 'escalate_inquiry_evidence' && isInquiry) return withdraw(asChargeback(dispute), now)
  if (text === 'losing_evidence') return close(dispute, isInquiry ? 'warning_closed' : 'lost')
  if (text !== 'winning_evidence') return { dispute, transaction: null, events: [] }
  if (isInquiry) return close(dispute, 'warning_closed')
  const transaction = movement(dispute, 1, now)
  const balance_transactions = [...dispute.balance_transactions, transaction]
  const won = close({ ...dispute, balance_transactions, is_charge_refundable: true }, 'won')
  return { ...won, transaction, events: [...won.events, 'charge.dispute.funds_reinstated'] }
}

const asChargeback = (dispute: Dispute): Dispute => {
  const card = dispute.payment_method_details?.card
  if (!card) return dispute
  return { ...dispute, payment_method_details: { type: 'card', card: { ...card, case_type: 'chargeback' } } }
}

const close = (dispute: Dispute, status: 'won' | 'lost' | 'warning_closed'): DisputeStep => ({
  dispute: { ...dispute, status },
  transaction: null,
  events: ['charge.dispute.closed'],
})

function withdraw(dispute: Dispute, now: Date): DisputeStep {
  const transaction = movement(dispute, -1, now)
  return {
    dispute: {
      ...dispute,
      status: 'needs_response',
      is_charge_refundable: false,
      balance_transactions: [...dispute.balance_transactions, transaction],
    },
    transaction,
    events: ['charge.dispute.funds_withdrawn'],
  }
}

/** The disputed funds and the fee: taken (-1), or given back (1). */
function movement({ id, amount, charge, currency }: Dispute, sign: 1 | -1, now: Date): BalanceTransaction {
  return newTransaction(
    {
      type: 'adjustment',
      reporting_category: sign < 0 ? 'dispute' : 'dispute_reversal',
      amount: sign * amount,
      currency,
      description: `Chargeback ${sign < 0 ? 'withdrawal' : 'reversal'} for ${charge}`,
      source: id,
      fee: { amount: -sign * FEE, description: 'Dispute fee' },
    },
    now,
  )
}

function requireOpen({ status }: Dispute): void {
  if (status === 'needs_response' || status === 'warning_needs_response') return
  throw status === 'under_review' || status === 'warning_under_review'
    ? invalidRequest('This dispute is under review: its evidence has been submitted already.')
    : new StateRefusal('This dispute is already closed.', {})
}
