import { createHash } from 'node:crypto'
import { CONDITIONS } from '#contract/books/conditions.ts'
import { priceText } from '#contract/money/currency-digits.ts'
import type { ListRow } from './list-row.ts'
import { madeUpPrice } from '../made-up-price.ts'

const PLACES = [
  'Central library, front steps',
  'Station hall, under the clock',
  'Market square café',
  'Campus bookshop',
  'Town hall foyer',
]
const COOKING = /\b(cook|cooking|cookbook|recipes?|kitchen|baking|bread|cuisine|food)\b/i

/**
 * Makes up a listing's missing facts for a demo or a bench: deterministically, from a hash of the row. Never for a
 * seller's real books.
 */
export function madeUpFacts(row: ListRow, thisYear: number, currency: string): ListRow {
  const digest = createHash('sha256')
    .update([row.isbn, row.title, row.authors].map((part) => (part ?? '').trim()).join('\u001F'))
    .digest()
  const pick = (byte: number, many: number) => digest.readUInt16BE(byte) % many
  const condition = CONDITIONS[pick(0, CONDITIONS.length)]!
  const published = Number(row.published ?? row.firstPublished) || 0
  const earliest = Math.max(thisYear - 19, Math.min(published, thisYear))
  const yearOfPurchase = earliest + pick(2, thisYear - earliest + 1)
  const originalPrice = 690 + pick(4, 60) * 50
  const keeps = { excellent: 70, good: 50, fair: 30 }[condition] - Math.min(20, thisYear - yearOfPurchase)
  const price = Math.max(50, Math.round((originalPrice * keeps) / 100 / 10) * 10)
  const priced = (usCents: number) => priceText({ minor: madeUpPrice(usCents, currency), currency })
  return {
    price: priced(price),
    originalPrice: priced(originalPrice),
    condition,
    category: COOKING.test(row.title ?? '') ? 'cook-book' : pick(8, 3) === 0 ? 'story-book' : 'novel-book',
    location: PLACES[pick(10, PLACES.length)]!,
    phone: `+1 555 01${String(pick(6, 100)).padStart(2, '0')}`,
    yearOfPurchase: String(yearOfPurchase),
  }
}
