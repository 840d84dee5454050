import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { newBookWithoutPicturesIn, type NewBook } from '#contract/books.ts'
import { CONDITIONS } from '#contract/constants.ts'
import { priceText } from '#contract/currency-digits.ts'
import { madeUpPrice } from './made-up-price.ts'

/** One line of a list of titles, as its columns are named. */
export interface TitleRow {
  isbn13?: string
  title?: string
  authors?: string
  year?: string
  language?: string
}

/** A line of the list's file; `unreadable` says why it is no row. */
export type TitleLine = { line: number } & ({ row: TitleRow } | { unreadable: string })

export type ReadRow = { kind: 'book'; book: NewBook; sourceKey: string } | { kind: 'refused'; reason: string }

const PLACES = [
  'Central library, front steps',
  'Station hall, under the clock',
  'Market square café',
  'Campus bookshop',
  'Town hall foyer',
]

/**
 * Makes a listing from a title: what the form asks for beyond the title is derived from a hash of the row, so that
 * the same row always gives the same listing. There is no picture. Checked by the form's own rules, prices being in
 * this currency.
 */
export function readTitleRow(row: TitleRow, thisYear: number, currency: string): ReadRow {
  const year = (row.year ?? '').trim()
  if (!/^-?\d{0,4}$/.test(year)) return { kind: 'refused', reason: `the year “${year}” is not a year` }
  const digest = createHash('sha256')
    .update([row.isbn13, row.title, row.authors, year].map((part) => (part ?? '').trim()).join('\u001F'))
    .digest()
  const pick = (byte: number, many: number) => digest.readUInt16BE(byte) % many
  const condition = CONDITIONS[pick(0, CONDITIONS.length)]!
  const earliest = Math.max(thisYear - 19, Math.min(Number(year) || 0, thisYear))
  const yearOfPurchase = earliest + pick(2, thisYear - earliest + 1)
  const originalPrice = 690 + pick(4, 60) * 50
  const keeps = { excellent: 70, good: 50, fair: 30 }[condition] - Math.min(20, thisYear - yearOfPurchase)
  const resalePrice = Math.max(50, Math.round((originalPrice * keeps) / 100 / 10) * 10)
  const priced = (usCents: number) => priceText({ minor: madeUpPrice(usCents, currency), currency })
  const parsed = z.safeDecode(newBookWithoutPicturesIn(currency), {
    book_name: row.title ?? '',
    book_writer: row.authors ?? '',
    originalPrice: priced(originalPrice),
    resalePrice: priced(resalePrice),
    condition,
    mobileNumber: `+1 555 01${String(pick(6, 100)).padStart(2, '0')}`,
    category_name: categoryOf(row.title ?? '', pick(8, 3)),
    location: PLACES[pick(10, PLACES.length)]!,
    description: describe(row, year, condition),
    yearOfPurchase: String(yearOfPurchase),
  })
  return parsed.success
    ? { kind: 'book', book: parsed.data, sourceKey: digest.toString('hex') }
    : { kind: 'refused', reason: parsed.error.issues.map(({ message }) => message).join('; ') }
}

function categoryOf(title: string, third: number): string {
  if (/\b(cook|cooking|cookbook|recipes?|kitchen|baking|bread|cuisine|food)\b/i.test(title)) return 'cook-book'
  return third === 0 ? 'story-book' : 'novel-book'
}

const languageNames = new Intl.DisplayNames(['en'], { type: 'language' })

function describe(row: TitleRow, year: string, condition: string): string {
  const published =
    year === ''
      ? ''
      : Number(year) < 0
        ? `First published in ${-Number(year)} BCE. `
        : `First published in ${Number(year)}. `
  return `${published}${languageOf(row.language ?? '')}In ${condition} condition${row.isbn13?.trim() ? `; ISBN ${row.isbn13.trim()}` : ''}.`
}

function languageOf(code: string): string {
  if (!/^[a-z]{2,3}(-[A-Z]{2})?$/.test(code)) return ''
  const name = languageNames.of(code)
  return name && name !== code ? `In ${name}. ` : ''
}
