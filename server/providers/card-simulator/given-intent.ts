import type { PaymentIntent } from './objects.ts'
import { readFlag, readList, readText, readWord } from './parameters.ts'
import { invalidRequest, noSuch } from './refusals.ts'
import { redirecting, typesIn } from './methods/method-types.ts'

/**
 * Reads what a request says of an intent in a currency, except its money and notes; what isn't said is absent.
 */
export function readGiven(form: URLSearchParams, currency: string): Partial<PaymentIntent> {
  const given: Partial<PaymentIntent> = {}
  const customer = form.get('customer')
  if (customer) throw noSuch('customer', customer, 'customer')
  const text = (
    name: 'description' | 'receipt_email' | 'statement_descriptor' | 'statement_descriptor_suffix' | 'transfer_group',
    most: number,
  ) => {
    if (form.has(name)) given[name] = readText(form, name, most)
  }
  text('description', 1000)
  text('receipt_email', 512)
  text('statement_descriptor', 22)
  text('statement_descriptor_suffix', 22)
  text('transfer_group', 500)
  const capture = readWord(form, 'capture_method', ['automatic', 'automatic_async'])
  if (capture) given.capture_method = capture
  if (form.get('setup_future_usage') === '') given.setup_future_usage = null
  else if (form.has('setup_future_usage'))
    given.setup_future_usage = readWord(form, 'setup_future_usage', ['off_session', 'on_session'])
  return { ...given, ...readTypes(form, currency), ...readAutomatic(form, currency) }
}

function readTypes(form: URLSearchParams, currency: string): Partial<PaymentIntent> {
  const allowed = readList(form, 'allowed_payment_method_types')
  const excluded = readList(form, 'excluded_payment_method_types')
  for (const type of [...(allowed ?? []), ...(excluded ?? [])])
    if (!/^[a-z0-9_]{1,40}$/.test(type)) throw invalidRequest(`Invalid payment method type: ${type}`)
  if (!allowed && !excluded) return {}
  const types = typesIn(currency)
  const payment_method_types = types.filter((type) => (allowed ?? types).includes(type) && !excluded?.includes(type))
  if (payment_method_types.length === 0)
    throw invalidRequest(
      `No valid payment method types for this Payment Intent. In ${currency} the simulator knows ${types.join(', ')}.`,
    )
  return {
    payment_method_types,
    ...(allowed && {
      allowed_payment_method_types: allowed,
    }),
    ...(excluded && {
      excluded_payment_method_types: excluded,
    }),
  }
}

function readAutomatic(form: URLSearchParams, currency: string): Partial<PaymentIntent> {
  const isEnabled = readFlag(form, 'automatic_payment_methods[enabled]')
  const redirects = readWord(form, 'automatic_payment_methods[allow_redirects]', ['always', 'never'])
  if (isEnabled === null) return {}
  return {
    automatic_payment_methods: isEnabled ? { allow_redirects: redirects ?? 'always', enabled: true } : null,
    ...(redirects === 'never' && { payment_method_types: typesIn(currency).filter((type) => !(type in redirecting)) }),
  }
}
