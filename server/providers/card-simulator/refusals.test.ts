import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startCardSimulator } from '#tests/port-suites/card-simulator-server.ts'

const simulator = await startCardSimulator()
const { database } = simulator

const create = (form: Record<string, string>) => simulator.shop('POST', '/payment_intents', form)
const aPaidIntent = async () => {
  const { body } = await create({ amount: '1250', currency: 'usd' })
  await simulator.shop('POST', `/payment_intents/${body.id}/confirm`, { payment_method: 'pm_card_visa' })
  return body.id
}

describe('amounts', () => {
  test.each([
    ['usd', '50'],
    ['gbp', '30'],
    ['jpy', '50'],
    ['huf', '17500'],
    ['kwd', '12500'],
    ['isk', '5000'],
    ['twd', '199'],
  ])('%s %s is charged', async (currency, amount) => {
    expect(await create({ amount, currency })).toMatchObject({
      status: 200,
      body: { amount: Number(amount), currency },
    })
  })

  test.each([
    ['usd', '49', 'amount_too_small', 'Amount must be at least $0.50 usd'],
    ['gbp', '29', 'amount_too_small', 'Amount must be at least £0.30 gbp'],
    ['jpy', '49', 'amount_too_small', 'Amount must be at least ¥50 jpy'],
    ['huf', '50', 'amount_too_small', 'Amount must be at least HUF 175.00 huf'],
    ['kwd', '12505', 'parameter_invalid_integer', 'Invalid integer: amounts in kwd are multiples of 10'],
    ['isk', '5050', 'parameter_invalid_integer', 'Invalid integer: amounts in isk are multiples of 100'],
    ['jpy', '100000000', 'amount_too_large', 'Amount must be no more than ¥99,999,999 jpy'],
  ])('%s %s is refused', async (currency, amount, code, message) => {
    const { status, body } = await create({ amount, currency })
    expect({ status, code: body.error['code'], message: body.error.message.replaceAll('\u00A0', ' ') }).toEqual({
      status: 400,
      code,
      message,
    })
  })

  test.each(['abc', 'xxx', 'dem', 'iqd'])('%s is no currency of theirs', async (currency) => {
    expect(await create({ amount: '5000', currency })).toMatchObject({
      status: 400,
      body: { error: { param: 'currency' } },
    })
  })
})

describe('reasons', () => {
  test('of a cancellation and of a refund are words of theirs', async () => {
    const { body: open } = await create({ amount: '1250', currency: 'usd' })
    const cancel = (reason: string) =>
      simulator.shop('POST', `/payment_intents/${open.id}/cancel`, { cancellation_reason: reason })
    expect(await cancel('because')).toMatchObject({ status: 400, body: { error: { param: 'cancellation_reason' } } })
    expect((await cancel('abandoned')).body).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' })

    const payment_intent = await aPaidIntent()
    const refund = (reason: string) => simulator.shop('POST', '/refunds', { payment_intent, reason })
    for (const reason of ['nonsense', 'abandoned'])
      expect(await refund(reason)).toMatchObject({ status: 400, body: { error: { param: 'reason' } } })
    expect((await refund('requested_by_customer')).body).toMatchObject({ reason: 'requested_by_customer' })
  })
})

test('what Stripe accepts and a shop may send is stored', async () => {
  const given = { receipt_email: 'ann@example.org', statement_descriptor_suffix: 'BOOKS' }
  const { body } = await create({ amount: '1250', currency: 'usd', capture_method: 'automatic', ...given })
  expect(body).toMatchObject(given)
  expect((await create({ amount: '1250', currency: 'usd', capture_method: 'manual' })).status).toBe(400)
})

test('a database in trouble is 503 with a time to come back, as in the rest of the shop', async () => {
  const { db } = database
  await sql`
    CREATE FUNCTION be_full() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$`.execute(
    db,
  )
  await sql`
    CREATE TRIGGER be_full BEFORE INSERT ON card_simulator.objects FOR EACH ROW EXECUTE FUNCTION be_full()`.execute(db)
  const refused = await create({ amount: '1250', currency: 'usd' })
  expect(refused).toMatchObject({ status: 503, body: { error: { type: 'api_error' } } })
  expect(refused.body.error.message).toContain('Nothing is lost')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)

  await sql`DROP TRIGGER be_full ON card_simulator.objects`.execute(db)
  expect((await create({ amount: '1250', currency: 'usd' })).status).toBe(200)
})
