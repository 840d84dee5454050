import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { providerOf, type AskedTransfer, type Payouts } from '#server/ports/payouts.ts'
import { ProviderError } from '#server/ports/provider-error.ts'

export interface RunningPayouts {
  payouts: Payouts
  /** The same where it can't be reached; null for one without a network. */
  unreachable: Payouts | null
  /** Pays an order of 12.50 USD by card; returns the payment's id. */
  pay(orderId: string): Promise<string>
  /** Does on the provider's page what a seller does there; returns where that leads. */
  onboard(url: string, outcome: 'accepted' | 'checked' | 'incomplete' | 'refused' | 'bank_refuses'): Promise<string>
  /** Lets time pass. */
  wait(seconds: number): void
  close: () => Promise<void>
}

const comesBackTo = { returnUrl: 'http://shop.test/back', refreshUrl: 'http://shop.test/again' }

/** What everybody who moves a club's money to its sellers has to do; by hand, no part of it. */
export function payoutsSuite(name: string, isAutomatic: boolean, start: () => Promise<RunningPayouts>): void {
  describe(`payouts: ${name}`, () => {
    let running: RunningPayouts
    beforeAll(async () => {
      running = await start()
    })
    afterAll(() => running.close())
    const provider = () => providerOf(running.payouts)!
    const skipped = isAutomatic ? '' : ' (skipped: admins transfer)'

    const aRecipient = async () =>
      provider().recipients.open({ sellerId: crypto.randomUUID(), email: 'ann@example.org', currency: 'USD' })
    async function aReadyOne(outcome: Parameters<RunningPayouts['onboard']>[1] = 'accepted') {
      const { recipientId } = await aRecipient()
      await running.onboard(await provider().recipients.onboardingUrl(recipientId, comesBackTo), outcome)
      return recipientId
    }
    async function aTransfer(given: Partial<AskedTransfer> = {}): Promise<AskedTransfer> {
      const orderId = given.orderId ?? crypto.randomUUID()
      return {
        transferId: crypto.randomUUID(),
        tries: 1,
        orderId,
        intentId: given.intentId ?? (await running.pay(orderId)),
        isFromPayment: true,
        recipientId: given.recipientId ?? (await aReadyOne()),
        amount: 1250,
        currency: 'USD',
        ...given,
      }
    }
    async function madeOf(asked: AskedTransfer): Promise<string> {
      const made = await provider().transfers.make(asked)
      if ('refused' in made) throw new Error(made.reason)
      return made.providerTransferId
    }
    const aReversal = (providerTransferId: string, amount: number) => ({
      reversalId: crypto.randomUUID(),
      tries: 1,
      providerTransferId,
      amount,
      currency: 'USD',
    })

    test('says truly what it can do', () => {
      const { recipients, transfers, name: known } = running.payouts
      expect([recipients !== null, transfers !== null, known !== '']).toEqual([isAutomatic, isAutomatic, isAutomatic])
    })

    test.skipIf(!isAutomatic)(`opens one account for a seller, however often and at once${skipped}`, async () => {
      const seller = { sellerId: crypto.randomUUID(), email: 'ann@example.org', currency: 'USD' }
      const first = await provider().recipients.open(seller)
      const again = await Promise.all([1, 2, 3].map(() => provider().recipients.open(seller)))
      expect(again).toEqual([first, first, first])
      expect(await provider().recipients.find(first.recipientId)).toMatchObject({ status: 'needs_more' })
    })

    test.skipIf(!isAutomatic)(`says what a seller still has to do, and why one can’t be paid${skipped}`, async () => {
      const states = await Promise.all(
        (['accepted', 'incomplete', 'refused'] as const).map(async (outcome) =>
          provider().recipients.find(await aReadyOne(outcome)),
        ),
      )
      expect(states).toMatchObject([
        { status: 'ready', reason: null },
        { status: 'needs_more' },
        { status: 'refused', reason: expect.stringMatching(/^[A-Z].*\.$/) },
      ])
      expect(await provider().recipients.find('acct_unknown')).toBeNull()
      expect(await provider().recipients.find('../balance')).toBeNull()
    })

    test.skipIf(!isAutomatic)(`checks a seller for a while${skipped}`, async () => {
      const recipientId = await aReadyOne('checked')
      expect(await provider().recipients.find(recipientId)).toMatchObject({ status: 'checked' })
      expect(await provider().transfers.make(await aTransfer({ recipientId }))).toMatchObject({ refused: 'recipient' })
      running.wait(11)
      expect(await provider().recipients.find(recipientId)).toMatchObject({ status: 'ready' })
    })

    test.skipIf(!isAutomatic)(`asks sellers on a page that leads back, and works once${skipped}`, async () => {
      const { recipientId } = await aRecipient()
      const url = await provider().recipients.onboardingUrl(recipientId, comesBackTo)
      expect(await running.onboard(url, 'incomplete')).toBe(comesBackTo.returnUrl)
      expect(await running.onboard(url, 'accepted')).toBe(comesBackTo.refreshUrl)
      expect(await provider().recipients.find(recipientId)).toMatchObject({ status: 'needs_more' })
    })

    test.skipIf(!isAutomatic)(`transfers once, however often and at once it is asked${skipped}`, async () => {
      const asked = await aTransfer()
      const all = await Promise.all([1, 2, 3].map(() => provider().transfers.make(asked)))
      expect(new Set(all.map((made) => JSON.stringify(made))).size).toBe(1)
      // After the provider has forgotten the key.
      running.wait(25 * 3600)
      expect(await provider().transfers.make(asked)).toEqual(all[0])
    })

    test.skipIf(!isAutomatic)(`never transfers more than the payment brought in${skipped}`, async () => {
      expect(await provider().transfers.make(await aTransfer({ amount: 1251 }))).toMatchObject({ refused: 'other' })
      const asked = await aTransfer({ amount: 1000 })
      await madeOf(asked)
      const more = { ...asked, transferId: crypto.randomUUID(), amount: 251 }
      expect(await provider().transfers.make(more)).toMatchObject({ refused: 'other' })
    })

    test.skipIf(!isAutomatic)(
      `says when the club’s balance is too small, and transfers on a later try${skipped}`,
      async () => {
        const asked = await aTransfer({ amount: 900_000, isFromPayment: false })
        const refused = await provider().transfers.make(asked)
        expect(refused).toMatchObject({ refused: 'balance', reason: expect.stringContaining('insufficient') })
        expect(
          await provider().transfers.make({ ...asked, tries: 2, amount: 1250, isFromPayment: true }),
        ).toHaveProperty('providerTransferId')
      },
    )

    test.skipIf(!isAutomatic)(`takes back a part once, and no more than there was${skipped}`, async () => {
      const id = await madeOf(await aTransfer())
      const asked = aReversal(id, 250)
      const all = await Promise.all([1, 2].map(() => provider().transfers.reverse(asked)))
      expect(all[0]).toEqual({ providerReversalId: expect.any(String), amount: 250 })
      running.wait(25 * 3600)
      expect(await provider().transfers.reverse(asked)).toEqual(all[0])
      expect(await provider().transfers.listReversals(id)).toEqual([
        { ...(all[0] as { providerReversalId: string; amount: number }), reversalId: asked.reversalId },
      ])
      expect(await provider().transfers.reverse(aReversal(id, 1001))).toMatchObject({ refused: 'other' })
      expect(await provider().transfers.reverse(aReversal(id, 1000))).toHaveProperty('providerReversalId')
    })

    test.skipIf(!isAutomatic)(`says when the seller’s money is gone${skipped}`, async () => {
      const id = await madeOf(await aTransfer())
      running.wait(3 * 24 * 3600)
      expect(await provider().transfers.reverse(aReversal(id, 100))).toMatchObject({ refused: 'balance' })
      expect(await provider().transfers.listReversals(id)).toEqual([])
    })

    test.skipIf(!isAutomatic)(`says when a seller’s bank sent the money back${skipped}`, async () => {
      const recipientId = await aReadyOne('bank_refuses')
      await madeOf(await aTransfer({ recipientId }))
      expect(await provider().recipients.find(recipientId)).toMatchObject({ bankRefusal: null })
      running.wait(11)
      expect(await provider().recipients.find(recipientId)).toMatchObject({
        status: 'ready',
        bankRefusal: { id: expect.any(String), reason: expect.stringContaining('closed') },
      })
    })

    test.skipIf(!isAutomatic)(`rejects as an outage while it can’t be reached${skipped}`, async () => {
      const away = providerOf(running.unreachable!)!
      await expect(away.recipients.find('acct_1')).rejects.toBeInstanceOf(ProviderError)
      await expect(away.transfers.make(await aTransfer())).rejects.toBeInstanceOf(ProviderError)
    })
  })
}
