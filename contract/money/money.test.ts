import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { highestPrice, lowestResalePrice, priceStep, readPriceText } from './currencies.ts'
import { digitsOf, priceText } from './currency-digits.ts'
import { isChargeable, isCurrency } from './currency-codes.ts'
import { namedPrice, originalPriceIn, resalePriceIn } from './money.ts'
import { refundAmount } from '#contract/orders/refunds.ts'
import { formatMoney } from '#contract/wording.ts'

const messagesOf = (text: unknown, currency = 'USD') =>
  z.safeDecode(resalePriceIn(currency), text as string).error?.issues.map(({ message }) => message)
const spoken = (text: string) => text.replaceAll('\u00A0', ' ')

describe('prices on the wire', () => {
  test.each([
    ['20', 2000],
    ['20.5', 2050],
    ['12,50', 1250],
    ['19.99', 1999],
    ['0.50', 50],
    [' 7 ', 700],
    ['999999.99', 99_999_999],
  ])('%s is %i minor units', (text, minor) => {
    expect(z.decode(resalePriceIn('USD'), text)).toBe(minor)
  })

  test.each(['-5', '1e9', 'free', '1.234,50', '1,234.50', '12.345', '+3', '１２', 'NaN', '.5', '5.'])(
    '%j is refused with words',
    (text) => {
      expect(messagesOf(text)?.[0]).toMatch(/Write a price such as 12\.50/)
    },
  )

  test('one that is missing is asked for', () => {
    expect(messagesOf(' ')).toEqual(['Please fill in the resale price'])
  })

  test('a copy is sold for 0.50 at least', () => {
    expect(messagesOf('0.49')).toEqual(['The lowest price is $0.50'])
    expect(z.decode(originalPriceIn('USD'), '0')).toBe(0)
  })

  test('a number in place of text is refused', () => {
    expect(messagesOf(12.5)).toEqual(['Write the price as text, such as 12.50'])
  })

  test.each(['USD', 'JPY', 'KWD', 'HUF', 'ISK'])('every amount in %s comes back from its text', (currency) => {
    const step = priceStep(currency)
    const range = { min: lowestResalePrice(currency) / step, max: highestPrice(currency) / step }
    fc.assert(
      fc.property(fc.integer(range), (steps) => {
        const minor = steps * step
        expect(z.decode(resalePriceIn(currency), priceText({ minor, currency }))).toBe(minor)
        expect(readPriceText(priceText({ minor, currency }), currency)).toBe(minor)
      }),
    )
  })
})

describe.each([
  {
    currency: 'USD',
    fine: [['1200', 120_000, '1200.00']],
    lowest: ['0.50', '0.49'],
    highest: ['999999.99', '1000000'],
  },
  { currency: 'JPY', fine: [['1200', 1200, '1200']], lowest: ['50', '49'], highest: ['99999999', '100000000'] },
  {
    currency: 'KWD',
    fine: [
      ['12.5', 12_500, '12.500'],
      ['12,50', 12_500, '12.500'],
      ['12.510', 12_510, '12.510'],
    ],
    lowest: ['0.5', '0.490'],
    highest: ['99999.990', '100000'],
  },
  {
    currency: 'HUF',
    fine: [['4000', 400_000, '4000.00']],
    lowest: ['175', '174.99'],
    highest: ['999999.99', '1000000'],
  },
  // The provider counts these in hundredths, and takes eight digits of them.
  { currency: 'ISK', fine: [['1200', 1200, '1200']], lowest: ['50', '49'], highest: ['999999', '1000000'] },
] as const)('a price in $currency', ({ currency, fine, lowest, highest }) => {
  test.each(fine as readonly (readonly [string, number, string])[])(
    '%s is %i minor units, and %s on the wire',
    (text, minor, wire) => {
      expect(z.decode(resalePriceIn(currency), text)).toBe(minor)
      expect(z.encode(resalePriceIn(currency), minor)).toBe(wire)
    },
  )

  test('is what the card provider takes: neither too little nor too much', () => {
    for (const text of [lowest[0], highest[0]]) expect(messagesOf(text, currency)).toBeUndefined()
    for (const text of [lowest[1], highest[1]]) expect(messagesOf(text, currency)).toHaveLength(1)
  })
})

describe('what a currency doesn’t have', () => {
  test.each([
    ['JPY', '12.50', 'Write a price such as 1250: only digits'],
    ['JPY', '1,200', 'Write a price such as 1250: only digits'],
    ['KWD', '12.5055', 'Write a price such as 12.500: only digits and one comma or point'],
    ['KWD', '12.505', 'End the price with a 0, such as 12.500: cards can’t be charged any finer'],
    ['HUF', '100', 'The lowest price is HUF 175.00'],
    ['GBP', '0.40', 'The lowest price is £0.50'],
    ['USD', '1000000', 'The highest price is $999,999.99'],
    ['KWD', '123456.79', 'The highest price is KWD 99,999.990'],
    ['JPY', '100000000', 'The highest price is ¥99,999,999'],
  ])('in %s %j is refused in words', (currency, text, words) => {
    expect(messagesOf(text, currency)?.map(spoken)).toEqual([words])
  })

  test('what a book cost new was never charged here, so any fils will do', () => {
    expect(z.decode(originalPriceIn('KWD'), '12.505')).toBe(12_505)
  })
})

test.each([
  ['refund', refundAmount],
  ['named price', namedPrice],
])('what is wrong with a %s is said in words that hold in every currency', (_, schema) => {
  for (const text of ['-1', '1,000.00', 12.5]) {
    const messages = z.safeDecode(schema, text as string).error?.issues.map(({ message }) => message)
    expect(messages).toEqual([expect.stringMatching(/^Write .* (amount|price)[^\d]*$/)])
  }
})

test.each([
  [1250, 'USD', '$12.50'],
  [123_456, 'EUR', '€1,234.56'],
  [1200, 'JPY', '¥1,200'],
  [1_234_500, 'KWD', 'KWD 1,234.500'],
  // Intl of today would leave these two without digits.
  [400_000, 'HUF', 'HUF 4,000.00'],
  [250_000, 'COP', 'COP 2,500.00'],
])('people read %i minor units of %s as %s', (minor, currency, text) => {
  expect(spoken(formatMoney({ minor, currency }))).toBe(text)
})

describe('the currencies', () => {
  test('are those of today, and what is charged by card is one of them', () => {
    expect(['USD', 'JPY', 'KWD', 'HUF', 'XCG'].filter(isCurrency)).toHaveLength(5)
    expect(['ABC', 'XXX', 'XTS', 'XAU', 'DEM', 'usd', ''].filter(isCurrency)).toEqual([])
    expect(['USD', 'JPY', 'KWD', 'HUF'].filter(isChargeable)).toHaveLength(4)
    expect(['IQD', 'ABC'].filter(isChargeable)).toEqual([])
  })

  test('count as Intl does, wherever that gives them digits', () => {
    const digitsOfIntl = (currency: string) =>
      new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits
    const known = Intl.supportedValuesOf('currency').filter(isCurrency)
    expect(known.length).toBeGreaterThan(140)
    const differing = known.filter((currency) => ![0, digitsOf(currency)].includes(digitsOfIntl(currency) ?? 0))
    expect(differing).toEqual([])
  })
})
