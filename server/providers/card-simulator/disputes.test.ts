import { expect, test } from 'vitest'
import { until } from '#tests/kit/until.ts'
import { startCardSimulator } from '#tests/port-suites/card-simulator-server.ts'

const simulator = await startCardSimulator()
const { sdk } = simulator

const pay = async (payment_method: string) => {
  const intent = await sdk.paymentIntents.create({ amount: 1250, currency: 'usd', payment_method, confirm: true })
  expect(intent.status).toBe('succeeded')
  return { intent, charge: intent.latest_charge as string }
}

const disputed = async (payment_method: string) => {
  const { intent, charge } = await pay(payment_method)
  const { data } = await sdk.disputes.list({ payment_intent: intent.id })
  expect(data).toHaveLength(1)
  return { intent, charge, dispute: data[0]! }
}

/** Types of the events about a payment that reached the webhook, until the last of them has. */
const delivered = async (intentId: string, last: string) => {
  const types = () =>
    simulator
      .events()
      .filter((event) => event.intentId === intentId)
      .map(({ type }) => type)
  await until(() => types().includes(last))
  return types().toSorted()
}

const refusal = (request: Promise<unknown>) =>
  request.then(
    () => null,
    (error: { code?: string; statusCode: number; message: string }) => error,
  )

test.each([
  ['pm_card_createDispute', 'fraudulent', '10.4'],
  ['pm_card_createDisputeProductNotReceived', 'product_not_received', '13.1'],
])('%s pays, and the bank takes the money back at once', async (card, reason, network_reason_code) => {
  const { intent, charge, dispute } = await disputed(card)
  expect(dispute).toMatchObject({
    object: 'dispute',
    amount: 1250,
    currency: 'usd',
    charge,
    payment_intent: intent.id,
    reason,
    network_reason_code,
    status: 'needs_response',
    is_charge_refundable: false,
    evidence_details: { has_evidence: false, past_due: false, submission_count: 0 },
    balance_transactions: [
      { amount: -1250, fee: 1500, net: -2750, currency: 'usd', type: 'adjustment', reporting_category: 'dispute' },
    ],
  })
  expect(dispute.evidence_details.due_by).toBeGreaterThan(dispute.created + 6 * 24 * 3600)
  expect(await sdk.charges.retrieve(charge)).toMatchObject({ disputed: true, paid: true, refunded: false })
  expect(await delivered(intent.id, 'charge.dispute.funds_withdrawn')).toEqual(
    expect.arrayContaining(['charge.dispute.created', 'payment_intent.succeeded']),
  )
  const refused = await refusal(sdk.refunds.create({ payment_intent: intent.id }))
  expect(refused).toMatchObject({ statusCode: 400, code: 'charge_disputed' })
})

test('winning evidence brings money and fee back, and the payment can be refunded', async () => {
  const { intent, dispute } = await disputed('pm_card_createDispute')
  const won = await sdk.disputes.update(dispute.id, { evidence: { uncategorized_text: 'winning_evidence' } })
  expect(won).toMatchObject({
    status: 'won',
    evidence: { uncategorized_text: 'winning_evidence' },
    evidence_details: { has_evidence: true, submission_count: 1 },
    balance_transactions: [{ net: -2750 }, { amount: 1250, fee: -1500, net: 2750 }],
  })
  expect(await delivered(intent.id, 'charge.dispute.funds_reinstated')).toEqual(
    expect.arrayContaining(['charge.dispute.closed', 'charge.dispute.updated']),
  )
  expect(await sdk.refunds.create({ payment_intent: intent.id })).toMatchObject({ amount: 1250 })
})

test('losing evidence loses, as accepting does; then nothing can be said any more', async () => {
  const lost = await disputed('pm_card_createDispute')
  const accepted = await disputed('pm_card_createDispute')
  const evidence = { uncategorized_text: 'losing_evidence' }
  expect(await sdk.disputes.update(lost.dispute.id, { evidence, submit: true })).toMatchObject({ status: 'lost' })
  expect(await sdk.disputes.close(accepted.dispute.id)).toMatchObject({ status: 'lost' })
  for (const { intent, dispute } of [lost, accepted]) {
    expect(await delivered(intent.id, 'charge.dispute.closed')).not.toContain('charge.dispute.funds_reinstated')
    expect(await sdk.disputes.retrieve(dispute.id)).toMatchObject({ status: 'lost', balance_transactions: [{}] })
    expect(await refusal(sdk.disputes.close(dispute.id))).toMatchObject({ statusCode: 400 })
    expect(await refusal(sdk.disputes.update(dispute.id, { evidence }))).toMatchObject({ statusCode: 400 })
    expect(await refusal(sdk.refunds.create({ payment_intent: intent.id }))).toMatchObject({ code: 'charge_disputed' })
  }
})

test('evidence can be noted first; what was submitted is under review', async () => {
  const { dispute } = await disputed('pm_card_createDisputeProductNotReceived')
  const noted = await sdk.disputes.update(dispute.id, { evidence: { shipping_carrier: 'By hand' }, submit: false })
  expect(noted).toMatchObject({
    status: 'needs_response',
    evidence: { shipping_carrier: 'By hand' },
    evidence_details: { has_evidence: true, submission_count: 0 },
  })
  const submitted = await sdk.disputes.update(dispute.id, { submit: true })
  expect(submitted).toMatchObject({ status: 'under_review', evidence: { shipping_carrier: 'By hand' } })
  const again = await refusal(sdk.disputes.update(dispute.id, { evidence: { shipping_carrier: 'By post' } }))
  expect(again).toMatchObject({ statusCode: 400 })
  const notes = await sdk.disputes.update(dispute.id, { metadata: { order: '7' } })
  expect(notes).toMatchObject({ status: 'under_review', metadata: { order: '7' } })
})

test('an inquiry moves no money, and a refund answers it', async () => {
  const { intent, dispute } = await disputed('pm_card_createDisputeInquiry')
  expect(dispute).toMatchObject({
    status: 'warning_needs_response',
    is_charge_refundable: true,
    balance_transactions: [],
    payment_method_details: { card: { case_type: 'inquiry' } },
  })
  expect(await delivered(intent.id, 'charge.dispute.created')).not.toContain('charge.dispute.funds_withdrawn')
  expect(await sdk.refunds.create({ payment_intent: intent.id })).toMatchObject({ amount: 1250 })
})

test.each(['winning_evidence', 'losing_evidence'])('%s ends an inquiry', async (uncategorized_text) => {
  const { dispute } = await disputed('pm_card_createDisputeInquiry')
  const closed = await sdk.disputes.update(dispute.id, { evidence: { uncategorized_text } })
  expect(closed).toMatchObject({ status: 'warning_closed', balance_transactions: [] })
})

test('an inquiry can become a chargeback', async () => {
  const { intent, dispute } = await disputed('pm_card_createDisputeInquiry')
  const evidence = { uncategorized_text: 'escalate_inquiry_evidence' }
  expect(await sdk.disputes.update(dispute.id, { evidence })).toMatchObject({
    status: 'needs_response',
    is_charge_refundable: false,
    balance_transactions: [{ net: -2750 }],
    payment_method_details: { card: { case_type: 'chargeback' } },
  })
  expect(await delivered(intent.id, 'charge.dispute.funds_withdrawn')).toContain('charge.dispute.updated')
})

test('a bank’s early warning is no dispute', async () => {
  const { intent, charge } = await pay('pm_card_createIssuerFraudRecord')
  const warnings = await sdk.radar.earlyFraudWarnings.list({ payment_intent: intent.id })
  expect(warnings.data).toMatchObject([{ object: 'radar.early_fraud_warning', charge, actionable: true }])
  expect(await sdk.radar.earlyFraudWarnings.retrieve(warnings.data[0]!.id)).toMatchObject({ charge })
  await delivered(intent.id, 'radar.early_fraud_warning.created')
  expect((await sdk.disputes.list({ charge })).data).toEqual([])
  expect(await sdk.charges.retrieve(charge)).toMatchObject({ disputed: false })
})

test('an unknown dispute is refused', async () => {
  const unknown = { statusCode: 404, code: 'resource_missing' }
  expect(await refusal(sdk.disputes.retrieve('du_none'))).toMatchObject(unknown)
  expect(await refusal(sdk.disputes.close('du_none'))).toMatchObject(unknown)
  expect(await refusal(sdk.disputes.update('du_none', { submit: true }))).toMatchObject(unknown)
})
