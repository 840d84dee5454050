import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { feeOf, feeWords, leastFeeMessage, readLeastFee, shownFee } from './club-fee.ts'
import { priceStep } from './currencies.ts'

const spoken = (text: string) => text.replaceAll('\u00A0', ' ')

describe('the club’s fee', () => {
  test.each([
    // rate, least, amount, currency, fee
    [500, 0, 1200, 'USD', 60],
    [500, 50, 1200, 'USD', 60],
    [500, 50, 900, 'USD', 50],
    [500, 50, 30, 'USD', 30],
    [500, 0, 1259, 'USD', 62],
    [250, 0, 1259, 'USD', 31],
    [0, 50, 1200, 'USD', 50],
    [0, 0, 1200, 'USD', 0],
    [500, 0, 1250, 'JPY', 62],
    // Cards are charged in tens of fils.
    [500, 0, 12_590, 'KWD', 620],
    [500, 250, 900, 'KWD', 250],
    [5000, 0, 99_999_999, 'USD', 49_999_999],
    [1, 0, 99_999_999, 'USD', 9999],
    [500, 50, 0, 'USD', 0],
    [500, 50, -300, 'USD', 0],
  ])('at a rate of %i and at least %i is, of %i %s, %i', (rate, least, minor, currency, fee) => {
    expect(feeOf({ rate, least }, { minor, currency })).toBe(fee)
  })

  test('is never more than the amount nor than the rule says, and a sale that brings more leaves the seller no less', () => {
    const rule = fc.record({ rate: fc.integer({ min: 0, max: 5000 }), least: fc.integer({ min: 0, max: 5000 }) })
    fc.assert(
      fc.property(rule, fc.nat(20_000), fc.constantFrom('USD', 'JPY', 'KWD'), ({ rate, least }, steps, currency) => {
        const step = priceStep(currency)
        const rule = { rate, least: least * step }
        const minor = steps * step
        const fee = feeOf(rule, { minor, currency })
        expect(fee % step).toBe(0)
        expect(fee).toBeGreaterThanOrEqual(0)
        expect(fee).toBeLessThanOrEqual(minor)
        expect(fee === rule.least || fee * 10_000 <= minor * rate || fee === minor).toBe(true)
        const more = minor + step
        expect(more - feeOf(rule, { minor: more, currency })).toBeGreaterThanOrEqual(minor - fee)
      }),
    )
  })

  test('is said in words', () => {
    expect(feeWords({ rate: 500, least: 0 }, 'USD')).toBe('5%')
    expect(feeWords({ rate: 525, least: 50 }, 'USD')).toBe('5.25%, at least $0.50')
    expect(spoken(feeWords({ rate: 0, least: 250 }, 'KWD'))).toBe('KWD 0.250')
  })

  test('is nothing that sellers need to know where there is none, or no card', () => {
    const fee = { rate: 500, least: 0 }
    expect(shownFee({ fee, cards: { mode: 'stripe' } })).toBe(fee)
    expect(shownFee({ fee, cards: { mode: 'off' } })).toBeNull()
    expect(shownFee({ fee: { rate: 0, least: 0 }, cards: { mode: 'stripe' } })).toBeNull()
  })

  test('is at least an amount that cards can be charged in', () => {
    expect(readLeastFee('0.50', 'USD')).toBe(50)
    expect(readLeastFee('50', 'JPY')).toBe(50)
    expect(readLeastFee('0.250', 'KWD')).toBe(250)
    expect(readLeastFee('0.50', 'JPY')).toBeNull()
    expect(readLeastFee('0.255', 'KWD')).toBeNull()
    expect(leastFeeMessage('JPY')).toBe('Write an amount of JPY such as 50; 0 for none')
  })
})
