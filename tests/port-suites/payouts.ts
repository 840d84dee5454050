import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AskedPayout, Payouts } from '#server/ports/payouts.ts'

export interface RunningPayouts {
  payouts: Payouts
  close: () => Promise<void>
}

const aPayout = (given: Partial<AskedPayout> = {}): AskedPayout => ({
  key: crypto.randomUUID(),
  sellerId: crypto.randomUUID(),
  amount: 1250,
  currency: 'USD',
  noted: 'Transfer 2026-11',
  ...given,
})

/** What everybody who moves a club's money to its sellers has to do. */
export function payoutsSuite(name: string, start: () => Promise<RunningPayouts>): void {
  describe(`payouts: ${name}`, () => {
    let running: RunningPayouts
    beforeAll(async () => {
      running = await start()
    })
    afterAll(() => running.close())

    test('answer a reference that a person can read, in any currency', async () => {
      for (const currency of ['USD', 'JPY', 'KWD']) {
        const { reference } = await running.payouts.transfer(aPayout({ currency }))
        expect(reference).toMatch(/^\S.{0,99}$/)
      }
    })

    test('answer the same for the same key, however often and at once', async () => {
      const asked = aPayout()
      const first = await running.payouts.transfer(asked)
      const again = await Promise.all([1, 2, 3].map(() => running.payouts.transfer(asked)))
      expect(again).toEqual([first, first, first])
    })
  })
}
