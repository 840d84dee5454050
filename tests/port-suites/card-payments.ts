import { createHmac, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { CardPayments, OpenIntent } from '#server/ports/card-payments.ts'

type TestMethod =
  | 'pm_card_visa'
  | 'pm_card_visa_chargeDeclined'
  | 'pm_card_createDispute'
  /** A bank debit that stays on its way. */
  | 'pm_usBankAccount_processing'

/** A provider as the suite needs it: the port, and a buyer who pays with one of the provider's ready-made methods. */
export interface CardProvider {
  cards: CardPayments
  webhookSecret: string
  pay(intent: OpenIntent, method: TestMethod): Promise<void>
}

const anOrder = (details: Partial<Parameters<CardPayments['openIntent']>[0]> = {}) => ({
  orderId: randomUUID(),
  amount: 1250,
  currency: 'usd',
  description: 'The Lighthouse Keeper’s Almanac',
  ...details,
})

const aRefund = (intentId: string) => ({ refundId: randomUUID(), intentId, amount: 1250, currency: 'USD' })

const sign = (text: string, secret: string, at = Math.floor(Date.now() / 1000)) =>
  `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${text}`).digest('hex')}`

/** Suite of the card provider's port. Without a way to start a provider it is listed as skipped. */
export function cardPaymentsSuite(name: string, start: (() => Promise<CardProvider>) | null, atOnce: number): void {
  describe.skipIf(start === null)(`card payments: ${name}`, async () => {
    // Skipped suites are collected as well, without a provider.
    const provider = (await start?.())!
    const cards = provider?.cards

    test('an order has one intent, however often it is opened', async () => {
      const order = anOrder()
      const opened = await Promise.all([cards.openIntent(order), cards.openIntent(order)])
      expect(await cards.openIntent(order)).toEqual(opened[0])
      expect(opened[1]).toEqual(opened[0])
      expect(await cards.findIntent(opened[0].intentId)).toEqual({
        ...opened[0],
        status: 'open',
        orderId: order.orderId,
        amount: 1250,
        currency: 'usd',
        refunded: 0,
        isDisputed: false,
        cost: null,
        method: null,
        cardLastFour: null,
      })
    })

    test('an order can’t be opened again with another amount', async () => {
      const order = anOrder()
      await cards.openIntent(order)
      await expect(cards.openIntent({ ...order, amount: 1300 })).rejects.toThrow(/idempotent/)
    })

    test('two orders have two intents', async () => {
      const [one, other] = await Promise.all([cards.openIntent(anOrder()), cards.openIntent(anOrder())])
      expect(one.intentId).not.toBe(other.intentId)
    })

    test('a payment succeeds, and a declined card leaves the same intent open for the next try', async () => {
      const order = anOrder()
      const intent = await cards.openIntent(order)
      await provider.pay(intent, 'pm_card_visa_chargeDeclined')
      expect(await cards.findIntent(intent.intentId)).toMatchObject({ status: 'open' })
      expect(await cards.openIntent(order)).toEqual(intent)
      await provider.pay(intent, 'pm_card_visa')
      expect(await cards.findIntent(intent.intentId)).toMatchObject({
        status: 'succeeded',
        orderId: order.orderId,
        method: 'card',
        cardLastFour: '4242',
      })
    })

    test('an intent for all methods of the account is one as well, and takes cards', async () => {
      const order = anOrder({ methods: 'account' })
      const intent = await cards.openIntent(order)
      expect(await cards.openIntent(order)).toEqual(intent)
      await provider.pay(intent, 'pm_card_visa')
      expect(await cards.findIntent(intent.intentId)).toMatchObject({ status: 'succeeded', method: 'card' })
    })

    test('a payment that a bank is sending says so, and is not cancelled', async () => {
      const intent = await cards.openIntent(anOrder({ methods: 'account' }))
      await provider.pay(intent, 'pm_usBankAccount_processing')
      expect(await cards.findIntent(intent.intentId)).toMatchObject({ status: 'processing', method: null })
      expect(await cards.cancelIntent(intent.intentId)).toBe('processing')
      expect(await cards.findIntent(intent.intentId)).toMatchObject({ status: 'processing' })
    })

    test('an intent for cards takes nothing else', async () => {
      const intent = await cards.openIntent(anOrder())
      await provider.pay(intent, 'pm_usBankAccount_processing')
      expect(await cards.findIntent(intent.intentId)).toMatchObject({ status: 'open' })
    })

    test('unknown intents are null, also when their id would be another address', async () => {
      for (const id of ['pi_3Nothing0000000000000000', '', '../refunds', 'pi_1/../../refunds', 'ch_1'])
        expect(await cards.findIntent(id)).toBeNull()
    })

    test('an open intent is cancelled, and stays so', async () => {
      const intent = await cards.openIntent(anOrder())
      expect(await cards.cancelIntent(intent.intentId)).toBe('cancelled')
      expect(await cards.cancelIntent(intent.intentId)).toBe('cancelled')
      await provider.pay(intent, 'pm_card_visa')
      expect(await cards.findIntent(intent.intentId)).toMatchObject({ status: 'cancelled' })
    })

    test('a paid intent is not cancelled, but said to have succeeded', async () => {
      const intent = await cards.openIntent(anOrder())
      await provider.pay(intent, 'pm_card_visa')
      expect(await cards.cancelIntent(intent.intentId)).toBe('succeeded')
    })

    test('an intent that nobody knows can’t be cancelled or refunded', async () => {
      await expect(cards.cancelIntent('pi_3Nothing0000000000000000')).rejects.toThrow(/No such payment_intent/)
      await expect(cards.refund(aRefund('pi_3Nothing0000000000000000'))).rejects.toThrow(/No such payment_intent/)
    })

    test('confirming and cancelling at once: paid or cancelled, never both, and everyone is told the same', async () => {
      const outcomes = await Promise.all(
        Array.from({ length: atOnce }, async () => {
          const intent = await cards.openIntent(anOrder())
          const [answer] = await Promise.all([
            cards.cancelIntent(intent.intentId),
            provider.pay(intent, 'pm_card_visa'),
          ])
          return { answer, status: (await cards.findIntent(intent.intentId))?.status }
        }),
      )
      for (const { answer, status } of outcomes) expect(status).toBe(answer)
    })

    test('a payment goes back once, however often that is asked', async () => {
      const intent = await cards.openIntent(anOrder())
      await provider.pay(intent, 'pm_card_visa')
      const asked = aRefund(intent.intentId)
      const refund = await cards.refund(asked)
      expect(await cards.refund(asked)).toEqual(refund)
      expect(await cards.findIntent(intent.intentId)).toMatchObject({ status: 'succeeded', refunded: 1250 })
    })

    test('a payment goes back in parts, each once, and no more than all of it', async () => {
      const intent = await cards.openIntent(anOrder())
      await provider.pay(intent, 'pm_card_visa')
      const [one, other] = [
        { ...aRefund(intent.intentId), amount: 250 },
        { ...aRefund(intent.intentId), amount: 1000 },
      ]
      const made = [await cards.refund(one), await cards.refund(one)]
      expect(made[0]).toEqual(made[1])
      expect(await cards.refund({ ...aRefund(intent.intentId), amount: 1001 })).toBe('nothing_left')
      await cards.refund(other)
      expect(await cards.refund({ ...aRefund(intent.intentId), amount: 1 })).toBe('nothing_left')
      expect(await cards.refund(one)).toEqual(made[0])
      expect(await cards.listRefunds(intent.intentId)).toMatchObject([
        { refundId: one.refundId, amount: 250 },
        { refundId: other.refundId, amount: 1000 },
      ])
      expect(await cards.findIntent(intent.intentId)).toMatchObject({ refunded: 1250 })
    })

    test('what was never paid can’t go back', async () => {
      const intent = await cards.openIntent(anOrder())
      await expect(cards.refund(aRefund(intent.intentId))).rejects.toThrow(/successful charge/)
    })

    test('a payment that the bank takes back says so, with the day of answer, and can’t be refunded', async () => {
      const intent = await cards.openIntent(anOrder())
      await provider.pay(intent, 'pm_card_createDispute')
      expect(await cards.findIntent(intent.intentId)).toMatchObject({ status: 'succeeded', isDisputed: true })
      const [dispute, ...more] = await cards.disputes!.listOf(intent.intentId)
      expect(more).toEqual([])
      expect(dispute).toMatchObject({
        status: 'needs_response',
        isInquiry: false,
        amount: 1250,
        currency: 'usd',
        withdrawn: 1250,
        respondBy: expect.any(Date),
      })
      expect(await cards.refund(aRefund(intent.intentId))).toBe('disputed')
      expect(await cards.disputes!.listDisputedIntents(new Date(Date.now() - 60_000))).toContain(intent.intentId)
      expect(await cards.findIntentId({ kind: 'dispute', id: dispute!.providerDisputeId })).toBe(intent.intentId)
    })

    test('a payment that nobody disputes has no disputes', async () => {
      const intent = await cards.openIntent(anOrder())
      await provider.pay(intent, 'pm_card_visa')
      expect(await cards.findIntent(intent.intentId)).toMatchObject({ isDisputed: false })
      expect(await cards.disputes!.listOf(intent.intentId)).toEqual([])
    })

    test('an error holds what helps and nothing else: the SDK’s own would carry client secrets into a log', async () => {
      const error: unknown = await cards
        .refund(aRefund('pi_3Nothing0000000000000000'))
        .catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(Error)
      expect(Object.keys(error as Error).sort()).toEqual(['code', 'name', 'requestId', 'status'])
      expect(error).toMatchObject({ code: 'resource_missing', requestId: expect.stringMatching(/^req_/) })
    })

    describe('events', () => {
      const payload = JSON.stringify({
        id: 'evt_1',
        object: 'event',
        type: 'payment_intent.succeeded',
        data: { object: { object: 'payment_intent', id: 'pi_1' } },
      })

      const read = (event: object) => {
        const text = JSON.stringify(event)
        return cards.verifyEvent(Buffer.from(text), sign(text, provider.webhookSecret))
      }
      const snapshot = (object: object, more: object = {}) => ({
        id: 'evt_2',
        object: 'event',
        type: 'x',
        data: { object },
        ...more,
      })
      const thin = (type: string, id: string, more: object = {}) => ({
        id: 'evt_3',
        object: 'v2.core.event',
        type: `v1.${type}.changed`,
        related_object: { id, type, url: `/v1/${type}s/${id}` },
        ...more,
      })
      const ofThePayment = { object: 'payment_intent', id: 'pi_1' }

      test('an event with the provider’s signature tells which payment to ask about', () => {
        const event = cards.verifyEvent(Buffer.from(payload), sign(payload, provider.webhookSecret))
        const subject = { kind: 'payment', id: 'pi_1' }
        expect(event).toEqual({ id: 'evt_1', type: 'payment_intent.succeeded', subject })
      })

      test('events about charges, refunds and disputes name their payment, or at least themselves; others nothing', () => {
        const about: [object, object | null][] = [
          [
            { object: 'charge', id: 'ch_1', payment_intent: 'pi_2' },
            { kind: 'payment', id: 'pi_2' },
          ],
          [
            { object: 'refund', id: 're_1', payment_intent: { id: 'pi_3' } },
            { kind: 'payment', id: 'pi_3' },
          ],
          [
            { object: 'dispute', id: 'dp_1', payment_intent: null, charge: 'ch_1' },
            { kind: 'dispute', id: 'dp_1' },
          ],
          [
            { object: 'charge', id: 'ch_1', payment_intent: null },
            { kind: 'charge', id: 'ch_1' },
          ],
          [{ object: 'customer', id: 'cus_1' }, null],
          [{ object: 'charge', id: '../payouts' }, null],
        ]
        for (const [object, subject] of about)
          expect(read(snapshot(object))).toEqual({ id: 'evt_2', type: 'x', subject })
      })

      test('a thin event names the same as its snapshot', () => {
        expect(read(thin('payment_intent', 'pi_1'))).toEqual({
          id: 'evt_3',
          type: 'v1.payment_intent.changed',
          subject: { kind: 'payment', id: 'pi_1' },
        })
        expect(read(thin('dispute', 'dp_1'))).toMatchObject({ subject: { kind: 'dispute', id: 'dp_1' } })
        expect(read(thin('billing.meter', 'mtr_1'))).toMatchObject({ subject: null })
        expect(read({ ...thin('charge', 'ch_1'), related_object: null })).toMatchObject({ subject: null })
      })

      test('an event of another account, or of the other mode, is about nothing of ours', () => {
        for (const more of [{ account: 'acct_1' }, { context: 'acct_1' }, { livemode: true }]) {
          expect(read(snapshot(ofThePayment, more))).toMatchObject({ subject: null })
          expect(read(thin('payment_intent', 'pi_1', more))).toMatchObject({ subject: null })
        }
        for (const more of [{ account: null }, { context: null }, { livemode: false }])
          expect(read(snapshot(ofThePayment, more))).toMatchObject({ subject: { id: 'pi_1' } })
      })

      test('anything else is nobody’s event', () => {
        const secret = provider.webhookSecret
        const refused: [string, string][] = [
          [payload.replace('pi_1', 'pi_9'), sign(payload, secret)],
          [payload, sign(payload, 'whsec_of_somebody_else')],
          [payload, sign(payload, secret, Math.floor(Date.now() / 1000) - 3600)],
          [payload, ''],
          [payload, 'nonsense'],
          ['', sign(payload, secret)],
        ]
        for (const [text, signature] of refused)
          expect(cards.verifyEvent(Buffer.from(text), signature)).toEqual({ refused: 'forged' })
      })

      test('what is signed but no event is refused, and never a failure of ours', () => {
        const about = { object: { object: 'payment_intent', id: 'pi_1' } }
        const event = { id: 'evt_1', object: 'event', type: 'payment_intent.succeeded', data: about }
        const strange: unknown[] = [
          [],
          null,
          5,
          'text',
          {},
          { ...event, data: undefined },
          { ...event, data: { object: null } },
          { ...event, data: { object: { object: 'charge', payment_intent: 5 } } },
          { ...event, id: 'evt_\0' },
          { ...event, id: 'x'.repeat(300) },
          { ...event, type: 'a\0b' },
          { ...event, object: 'v3.event' },
          {
            id: 'evt_1',
            object: 'v2.core.event',
            type: 'v1.charge.updated',
            related_object: { id: 5, type: 'charge' },
          },
        ]
        for (const text of ['not JSON', '{"id":', ...strange.map((each) => JSON.stringify(each))])
          expect({ text, answer: cards.verifyEvent(Buffer.from(text), sign(text, provider.webhookSecret)) }).toEqual({
            text,
            answer: { refused: 'unreadable' },
          })
      })

      test('a signature from the future is refused like one of long ago', () => {
        const now = Math.floor(Date.now() / 1000)
        for (const at of [now + 3600, now + 365 * 24 * 3600])
          expect(cards.verifyEvent(Buffer.from(payload), sign(payload, provider.webhookSecret, at))).toEqual({
            refused: 'forged',
          })
        const soon = cards.verifyEvent(Buffer.from(payload), sign(payload, provider.webhookSecret, now + 200))
        expect(soon).toMatchObject({ id: 'evt_1' })
      })
    })
  })
}
