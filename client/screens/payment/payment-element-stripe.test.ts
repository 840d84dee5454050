import type { PaymentIntentResult, Stripe, StripeElements } from '@stripe/stripe-js'
import { expect, test, vi } from 'vitest'
import { ConnectionError } from '#client/api/problem-error.ts'
import { stripeMethods } from './payment-element-stripe.ts'

const SECRET = 'pi_1_secret_2'
const billing = { name: 'Ada Reader', email: 'ada@example.org', returnUrl: 'https://club.example/dashboard/payment/7' }

type Asking = (asked: unknown) => Promise<PaymentIntentResult>

/** Answers of Stripe's script, which must not be copied into the repository. */
function standIn(answer: object, invalid?: { message: string }) {
  const elements = {
    submit: async () => ({ error: invalid }),
    create: vi.fn<(type: string, options: object) => string>(() => 'the frame'),
  }
  const stripe = {
    elements: vi.fn<(options: object) => typeof elements>(() => elements),
    confirmPayment: vi.fn<Asking>(async () => answer as PaymentIntentResult),
    retrievePaymentIntent: vi.fn<Asking>(async () => answer as PaymentIntentResult),
  }
  return {
    stripe,
    elements: elements as unknown as StripeElements,
    methods: stripeMethods(stripe as unknown as Stripe),
  }
}
const intent = (status: string, more: object = {}) => ({ paymentIntent: { id: 'pi_1', status, ...more } })

test('the fields are those of the open payment, and ask for no name and email a second time', () => {
  const { stripe, methods, elements } = standIn({})
  methods.newFields(SECRET, { theme: 'flat' })
  expect(stripe.elements).toHaveBeenCalledWith({ clientSecret: SECRET, appearance: { theme: 'flat' } })
  expect(elements.create).toHaveBeenCalledWith('payment', {
    fields: { billingDetails: { name: 'never', email: 'never' } },
  })
})

test('a payment is confirmed with name, email and the way back, and redirects only where the method does', async () => {
  const { stripe, elements, methods } = standIn(intent('succeeded'))
  expect(await methods.confirm(SECRET, elements, billing)).toEqual({ kind: 'succeeded', transactionId: 'pi_1' })
  expect(stripe.confirmPayment).toHaveBeenCalledWith({
    elements,
    clientSecret: SECRET,
    confirmParams: {
      return_url: billing.returnUrl,
      payment_method_data: { billing_details: { name: 'Ada Reader', email: 'ada@example.org' } },
    },
    redirect: 'if_required',
  })
})

test('a form that isn’t complete is said to be so, and nothing is confirmed', async () => {
  const { stripe, elements, methods } = standIn({}, { message: 'Your IBAN is incomplete.' })
  const refused = { kind: 'refused', message: 'Your IBAN is incomplete.', field: null }
  expect(await methods.confirm(SECRET, elements, billing)).toEqual(refused)
  expect(stripe.confirmPayment).not.toHaveBeenCalled()
})

test.each([
  [intent('processing'), { kind: 'processing' }],
  [intent('canceled'), { kind: 'closed' }],
  [intent('requires_action'), { kind: 'open', message: expect.stringContaining('isn’t finished') }],
  [
    intent('requires_payment_method', { last_payment_error: { message: 'Your bank said no.' } }),
    { kind: 'open', message: 'Your bank said no.' },
  ],
  [
    { error: { type: 'card_error', message: 'Your card was declined.' } },
    { kind: 'refused', message: 'Your card was declined.', field: null },
  ],
  [
    { error: { type: 'invalid_request_error', payment_intent: { id: 'pi_1', status: 'succeeded' } } },
    { kind: 'succeeded', transactionId: 'pi_1' },
  ],
])('%o is read as it is', async (answer, outcome) => {
  const { elements, methods } = standIn(answer)
  expect(await methods.confirm(SECRET, elements, billing)).toEqual(outcome)
  expect(await methods.look(SECRET)).toEqual(outcome)
})

test('without an answer the outcome is unknown', async () => {
  const { elements, methods } = standIn({ error: { type: 'api_connection_error', message: 'Network error' } })
  await expect(methods.confirm(SECRET, elements, billing)).rejects.toBeInstanceOf(ConnectionError)
})
