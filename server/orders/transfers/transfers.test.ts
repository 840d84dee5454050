import { sql } from 'kysely'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { lockOrder } from '#server/orders/orders.sql.ts'
import { bookedMails } from '#tests/kit/booked-mails.ts'
import { aPayment, balancesOf } from '#tests/kit/paying.ts'
import { startPayingShop } from '#tests/kit/payouts/paying-out.ts'

const shop = await startPayingShop()
const { server, provider, aSeller, aDoneOrder, pay, totals, waiting, owed, payByHand, as, admin } = shop
const { clock, services } = server
const { db } = server.database
const sdk = await shop.sdk()
afterEach(() => void vi.restoreAllMocks())

const usd = (minor: number) => ({ minor, currency: 'USD' })
const transfersTo = async ({ id }: { id: string }) => {
  const { data } = await sdk.transfers.list({ limit: 100 })
  const { rows } = await sql<{ recipient: string }>`
    SELECT provider_account_id AS recipient FROM recipients WHERE account_id = ${id}`.execute(db)
  return data.filter(({ destination }) => destination === rows[0]?.recipient)
}
const paid = [{ currency: 'USD', owed: 0, paidOut: 1250, kept: 0, waiting: 0, fees: 0 }]

describe('what is owed for an order', () => {
  test('goes to a seller whose account is ready: once, from the order’s own payment, with an email', async () => {
    const { order, seller } = await aDoneOrder(await aSeller())
    await pay()
    await pay()
    const made = await transfersTo(seller)
    expect(made).toMatchObject([
      { amount: 1250, currency: 'usd', transfer_group: `order-${order.id}`, metadata: { orderId: order.id } },
    ])
    expect(made[0]!.source_transaction).toMatch(/^ch_/)
    expect(await totals(seller)).toEqual(paid)
    expect(await balancesOf(server, order)).toEqual({ buyer: -1250, paid_out: 1250 })
    const [payout] = (await as(admin, 'GET', 'payouts?limit=1')).json
    expect(payout).toMatchObject({ amount: usd(1250), reference: made[0]!.id, isByProvider: true, reversed: 0 })
    expect(await bookedMails(server, { params: { payoutId: payout.id } })).toMatchObject([
      { to: { address: seller.email }, text: expect.stringContaining('$12.50') },
    ])
  })

  test('doesn’t go before the order is done, and not for what was paid in cash', async () => {
    const seller = await aSeller()
    const { order } = await aPayment(server, { seller })
    await pay()
    expect([await transfersTo(seller), await balancesOf(server, order)]).toEqual([[], { buyer: -1250, club: 1250 }])
  })

  test('waits for a seller without an account, who is reminded once a week with the way there', async () => {
    const { seller } = await aDoneOrder()
    const mails = () => bookedMails(server, { name: 'payout_account', params: { accountId: seller.id } })
    await pay()
    await pay()
    expect(await mails()).toMatchObject([
      { to: { address: seller.email }, text: expect.stringContaining('/dashboard/statement') },
    ])
    expect(await waiting(seller)).toMatchObject([{ why: 'not_ready', amount: usd(1250), reason: null }])
    clock.advance(7 * 24 * 3600 + 1)
    await pay()
    expect(await mails()).toHaveLength(2)
    await shop.onboard(seller, 'incomplete')
    clock.advance(7 * 24 * 3600 + 1)
    await pay()
    expect(await mails()).toHaveLength(3)
    await shop.onboard(seller)
    await pay()
    expect([await totals(seller), await waiting(seller)]).toEqual([paid, []])
  })

  test('waits while the buyer’s bank disputes it', async () => {
    const { order, seller } = await aDoneOrder(await aSeller())
    const { rows } = await sql<{ id: string }>`
      INSERT INTO disputes (order_id, payment_id, provider_dispute_id, counts, status, is_inquiry, amount, opened_at)
      SELECT order_id, id, 'dp_here', true, 'under_review', false, 1250, now() FROM payments WHERE order_id = ${order.id}
      RETURNING id`.execute(db)
    await pay()
    expect([await totals(seller), await waiting(seller)]).toMatchObject([[{ waiting: 1250 }], [{ why: 'disputed' }]])
    await sql`UPDATE disputes SET status = 'closed', ended_at = now() WHERE id = ${rows[0]!.id}`.execute(db)
    await pay()
    expect(await totals(seller)).toEqual(paid)
  })

  test('is what is owed at that moment: a refund that comes first is not transferred', async () => {
    const { order, seller, intentId } = await aDoneOrder(await aSeller())
    await shop.refundThere(intentId, 250)
    await pay()
    expect(await transfersTo(seller)).toMatchObject([{ amount: 1000 }])
    expect(await balancesOf(server, order)).toEqual({ buyer: -1000, paid_out: 1000 })
  })

  test('is lessened by what the seller owes for other orders, and comes to nothing where that is more', async () => {
    const seller = await aSeller()
    const { intentId } = await aDoneOrder(seller)
    await payByHand(seller, 1250)
    await shop.refundThere(intentId, 1200)
    expect(await totals(seller)).toMatchObject([{ owed: -1200, paidOut: 1250 }])
    const { order } = await aDoneOrder(seller)
    await pay()
    expect(await transfersTo(seller)).toMatchObject([{ amount: 50, transfer_group: `order-${order.id}` }])
    expect(await totals(seller)).toMatchObject([{ owed: 0, paidOut: 1300 }])
    const next = await aDoneOrder(seller)
    await payByHand(seller, 1250)
    await shop.refundThere(next.intentId)
    await aDoneOrder(seller)
    await pay()
    expect(await transfersTo(seller)).toHaveLength(1)
    expect([await totals(seller), await owed(seller)]).toMatchObject([[{ owed: 0 }], []])
  })
})

describe('a transfer', () => {
  test('asked for by five at once, in two programs, is one', async () => {
    const other = await startPayingShop(server)
    const { seller } = await aDoneOrder(await aSeller())
    await Promise.all([pay(), other.pay(), pay(), other.pay(), pay()])
    expect(await transfersTo(seller)).toHaveLength(1)
    expect(await totals(seller)).toEqual(paid)
  })

  test('whose answer was lost is recorded by the next look, and made once', async () => {
    const { order, seller } = await aDoneOrder(await aSeller())
    const { make } = provider.transfers
    vi.spyOn(services.payouts.transfers!, 'make').mockImplementationOnce(async (asked) => {
      await make(asked)
      throw new Error('The answer got lost')
    })
    await pay()
    expect(await waiting(seller)).toMatchObject([{ why: 'under_way' }])
    // What went back in between is taken back afterwards: what was asked for stays what it is.
    expect([await owed(seller), (await payByHand(seller, 1250)).status]).toEqual([[], 409])
    clock.advance(25 * 3600)
    await pay()
    expect(await transfersTo(seller)).toHaveLength(1)
    expect([await totals(seller), await balancesOf(server, order)]).toEqual([paid, { buyer: -1250, paid_out: 1250 }])
  })

  test('that never reached the provider goes out with the next look, at the amount that was asked for', async () => {
    const { seller, intentId } = await aDoneOrder(await aSeller())
    vi.spyOn(services.payouts.transfers!, 'make').mockRejectedValueOnce(new Error('away'))
    await pay()
    await shop.refundThere(intentId, 250)
    await pay()
    expect(await transfersTo(seller)).toMatchObject([{ amount: 1250 }])
    await pay()
    expect(await transfersTo(seller)).toMatchObject([{ amount: 1250, amount_reversed: 250 }])
    expect(await totals(seller)).toMatchObject([{ owed: 0, paidOut: 1000 }])
  })

  test('and a refund at the same moment leave what is true, whichever comes first', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { order, seller, intentId } = await aDoneOrder(await aSeller())
      await Promise.all([pay(), shop.refundThere(intentId, 250)])
      await pay()
      expect(await totals(seller)).toMatchObject([{ owed: 0, paidOut: 1000 }])
      expect(await balancesOf(server, order)).toEqual({ buyer: -1000, paid_out: 1000 })
    }
  })

  test('waits for the order’s lock', async () => {
    const { order, seller } = await aDoneOrder(await aSeller())
    const { asked } = await db.transaction().execute(async (tx) => {
      await lockOrder(tx, order.id)
      return { asked: pay() }
    })
    await asked
    expect(await totals(seller)).toEqual(paid)
  })
})

describe('a balance that is too small', () => {
  test('has transfers wait and be tried each hour; admins are told once', async () => {
    const seller = await aSeller()
    await aDoneOrder(seller)
    await aDoneOrder(seller)
    const tooSmall = { refused: 'balance' as const, reason: 'You have insufficient funds.' }
    const make = vi.spyOn(services.payouts.transfers!, 'make').mockResolvedValue(tooSmall)
    await pay()
    await pay()
    expect(make).toHaveBeenCalledTimes(2)
    expect(await waiting(seller)).toMatchObject([
      { why: 'balance', reason: 'You have insufficient funds.' },
      { why: 'balance' },
    ])
    expect((await as(seller, 'GET', 'my-payout-account')).json).toMatchObject({ status: 'ready', waits: 'balance' })
    clock.advance(3601)
    await pay()
    expect(make).toHaveBeenCalledTimes(4)
    const told = await bookedMails(server, { name: 'payout_balance', params: { adminId: admin.id } })
    expect(told).toMatchObject([{ subject: expect.stringContaining('too small') }])
    make.mockRestore()
    clock.advance(3601)
    await pay()
    expect(await totals(seller)).toMatchObject([{ owed: 0, paidOut: 2500 }])
  })

  test('doesn’t keep an admin from paying by hand, and nothing is paid twice', async () => {
    const { seller } = await aDoneOrder(await aSeller())
    const tooSmall = { refused: 'balance' as const, reason: 'You have insufficient funds.' }
    vi.spyOn(services.payouts.transfers!, 'make').mockResolvedValueOnce(tooSmall)
    await pay()
    expect((await payByHand(seller, 1250)).status).toBe(200)
    clock.advance(3601)
    await pay()
    expect([await transfersTo(seller), await waiting(seller), await totals(seller)]).toEqual([[], [], paid])
  })
})

describe('a seller', () => {
  test('whose account can’t be paid waits with the provider’s reason, and can be paid by hand', async () => {
    const { seller } = await aDoneOrder(await aSeller('refused'))
    await pay()
    expect(await waiting(seller)).toMatchObject([{ why: 'not_ready', reason: expect.stringContaining('country') }])
    expect(await owed(seller)).toMatchObject([{ amount: usd(1250), isByProvider: false }])
    expect((await payByHand(seller, 1250)).status).toBe(200)
    expect(await bookedMails(server, { name: 'payout_account', params: { accountId: seller.id } })).toEqual([])
  })

  test('who is checked is paid once that is over, by event or by asking, whichever comes first', async () => {
    const { seller } = await aDoneOrder(await aSeller('checked'))
    await pay()
    expect((await as(seller, 'GET', 'my-payout-account')).json).toMatchObject({ status: 'ready' })
    expect(await totals(seller)).toEqual(paid)
  })

  test('opens one account, however often it is pressed', async () => {
    const { seller } = await aDoneOrder()
    await Promise.all([1, 2, 3, 4].map(() => as(seller, 'POST', 'my-payout-account')))
    await as(seller, 'POST', 'my-payout-account')
    const opened = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM card_simulator.objects
      WHERE document ->> 'object' = 'v2.core.account' AND document #>> '{metadata,sellerId}' = ${seller.id}`.execute(db)
    expect(opened.rows).toEqual([{ count: 1 }])
  })

  test('learns what becomes of the account by thin events, of which only the id counts', async () => {
    const { seller } = await aDoneOrder()
    await as(seller, 'POST', 'my-payout-account')
    const status = async () => (await as(seller, 'GET', 'my-payout-account')).json.status
    expect(await status()).toBe('needs_more')
    const { rows } = await sql<{ id: string }>`
      SELECT provider_account_id AS id FROM recipients WHERE account_id = ${seller.id}`.execute(db)
    await sql`UPDATE card_simulator.objects SET document = jsonb_set(document, '{internal,outcome}', '"accepted"')
      WHERE id = ${rows[0]!.id}`.execute(db)
    const related = { id: rows[0]!.id, type: 'v2.core.account', url: '/' }
    const type = 'v2.core.account[configuration.recipient].capability_status_updated'
    for (const _ of ['once', 'twice']) expect((await shop.tellThin(type, related)).status).toBe(200)
    expect(await status()).toBe('ready')
    expect((await shop.tellThin(type, { ...related, id: 'acct_stranger' })).status).toBe(200)
  })

  test('whose bank sends money back is told once, by an event of their account', async () => {
    const { seller } = await aDoneOrder(await aSeller('bank_refuses'))
    await pay()
    clock.advance(11)
    const { rows } = await sql<{ id: string }>`
      SELECT provider_account_id AS id FROM recipients WHERE account_id = ${seller.id}`.execute(db)
    for (const _ of ['once', 'twice'])
      await shop.tell('payout.failed', { object: 'payout', id: 'po_1' }, { account: rows[0]!.id })
    expect(await bookedMails(server, { name: 'bank_refusal', params: { accountId: seller.id } })).toMatchObject([
      { to: { address: seller.email }, text: expect.stringContaining('closed') },
    ])
    expect((await as(seller, 'GET', 'my-payout-account')).json).toMatchObject({
      status: 'ready',
      bankRefusal: 'The bank account has been closed.',
    })
  })
})
