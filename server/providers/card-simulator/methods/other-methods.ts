import { redirecting } from './method-types.ts'
import type { Charge, PaymentMethod } from '#server/providers/card-simulator/objects.ts'
import { newId, seconds } from '#server/providers/card-simulator/objects.ts'
import { invalidRequest, missingParameter } from '#server/providers/card-simulator/refusals.ts'
import { accountOf, type TestAccount } from './test-accounts.ts'
import { type Behaviour, fingerprintOf } from '#server/providers/card-simulator/test-cards.ts'

/** A payment method, and what it does when it is charged. */
export interface GivenMethod {
  method: PaymentMethod
  behaviour: Behaviour
}

/** What payment methods of any type have in common. */
export const common = (now: Date) => ({
  object: 'payment_method' as const,
  allow_redisplay: 'unspecified' as const,
  created: seconds(now),
  customer: null,
  customer_account: null,
  livemode: false,
  metadata: {},
})

/** Reads a method of a request that is no card: one that redirects, or the debit of a bank account. */
export function readOtherMethod(
  type: string,
  form: URLSearchParams,
  billing_details: PaymentMethod['billing_details'],
  now: Date,
): GivenMethod {
  if (type in redirecting) return newMethod(type, { [type]: redirecting[type]?.ofMethod }, billing_details, {}, now)
  const field = numberFields[type]
  if (!field)
    throw invalidRequest(`Invalid payment_method_data[type]: ${type}. The simulator knows ${known.join(', ')}.`, {
      param: 'payment_method_data[type]',
    })
  const param = `payment_method_data[${type}][${field}]`
  const number = form.get(param)?.replaceAll(/[\s-]/g, '').toUpperCase()
  if (!number) throw missingParameter(param)
  if (!billing_details.name) throw missingParameter('payment_method_data[billing_details][name]')
  const account = accountOf(fingerprintOf(number))
  if (account?.type !== type)
    throw invalidRequest('You must use a test bank account number in test mode.', {
      code: 'account_number_invalid',
      param,
    })
  return debitOf(account, billing_details, now)
}

/** The debit of a test account. */
export const debitOf = (
  account: TestAccount,
  billing_details: PaymentMethod['billing_details'],
  now: Date,
): GivenMethod => newMethod(account.type, { [account.type]: ofMethod(account) }, billing_details, account, now)

/** What a stored method that is no card does. */
export const behaviourOfOther = (method: PaymentMethod): Behaviour =>
  accountOf(method.sepa_debit?.fingerprint ?? method.us_bank_account?.fingerprint ?? '') ?? {}

/** What a charge says of the method that it was made by. */
export function otherDetails({ type, sepa_debit, us_bank_account }: PaymentMethod): Charge['payment_method_details'] {
  if (sepa_debit) {
    const { generated_from: _, ...details } = sepa_debit
    return { type, sepa_debit: { ...details, mandate: null } }
  }
  if (us_bank_account) {
    const { financial_connections_account: _, networks: __, status_details: ___, ...details } = us_bank_account
    return { type, us_bank_account: { ...details, payment_reference: null } }
  }
  return { type, [type]: redirecting[type]?.ofCharge }
}

/** Fields of a form that hold an account's number. */
const numberFields: Record<string, string> = { us_bank_account: 'account_number', sepa_debit: 'iban' }
const known = ['card', ...Object.keys(redirecting), ...Object.keys(numberFields)]

const newMethod = (
  type: string,
  fields: Partial<PaymentMethod>,
  billing_details: PaymentMethod['billing_details'],
  behaviour: Behaviour,
  now: Date,
): GivenMethod => ({
  behaviour: type in redirecting ? { ...behaviour, asks: 'always', isRedirect: true } : behaviour,
  method: { id: newId('pm'), ...common(now), ...fields, billing_details, type },
})

function ofMethod({ type, number }: TestAccount): PaymentMethod['sepa_debit'] | PaymentMethod['us_bank_account'] {
  const [fingerprint, last4] = [fingerprintOf(number), number.slice(-4)]
  if (type === 'sepa_debit')
    return { bank_code: '19043', branch_code: '', country: 'AT', fingerprint, generated_from: null, last4 }
  return {
    account_holder_type: 'individual',
    account_type: 'checking',
    bank_name: 'STRIPE TEST BANK',
    financial_connections_account: null,
    fingerprint,
    last4,
    networks: { preferred: 'ach', supported: ['ach'] },
    routing_number: '110000000',
    status_details: {},
  }
}
