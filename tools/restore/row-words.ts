import { countOf, formatMoney } from '#contract/wording.ts'
import type { BackedUpRow } from '#server/backup/look-inside/copy-rows.ts'
import { differingColumns } from '#server/backup/look-inside/rows-now.ts'

const LONGEST = 120
/** Columns that say nothing to a person. */
const INTERNAL = new Set(['revision', 'changed_at', 'version', 'identity_id', 'source_key', 'state_since'])

/** A value as it is shown: short, and on one line. */
const shown = (value: string | null | undefined): string => {
  if (value === null || value === undefined || value === '') return '–'
  const line = value.replaceAll(/\s+/g, ' ')
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line
}

/** '2026-11-27 10:00:12.5+00' or an ISO time → '2026-11-27 10:00 UTC'. */
export const timeWords = (time: string | null | undefined): string =>
  time ? `${time.slice(0, 16).replace('T', ' ')} UTC` : '–'

const money = ({ currency }: BackedUpRow, minor: string | null | undefined): string =>
  minor && currency ? formatMoney({ minor: Number(minor), currency }) : '–'

/** Lines of a two-column list. */
const facts = (rows: [name: string, value: string][]): string[] =>
  rows.map(([name, value]) => `  ${name.padEnd(11)}${value}`)

/** State of a listing, as its seller would say it. */
export function listingState(book: BackedUpRow): string {
  if (book.state === 'sold') return 'sold'
  if (book.removed_at) return `deleted on ${timeWords(book.removed_at)}`
  if (book.state === 'claimed') return 'reserved'
  if (book.taken_down_at) return 'taken down by the club'
  return book.is_paused === 't' ? 'paused' : 'for sale'
}

/** A listing in one line, for a list. */
export const listingLine = (book: BackedUpRow): string =>
  `${book.id}  ${shown(book.title)}, ${shown(book.author)}; ${money(book, book.resale_price)}, ${listingState(book)}`

export const orderLine = (order: BackedUpRow): string =>
  `${order.number ?? order.id}  ${(order.state ?? '').replaceAll('_', ' ')}, ${money(order, order.amount)}, of ${timeWords(order.created_at)}`

const person = (account: BackedUpRow | undefined): string =>
  account
    ? `${shown(account.name)}, ${shown(account.email)}${account.closed_at ? ', closed' : ''} (${account.id})`
    : 'not in this backup'

export interface ShownListing {
  book: BackedUpRow
  seller: BackedUpRow | undefined
  orders: BackedUpRow[]
  /** How many pictures it has, and how many of them the backup has. */
  pictures: { all: number; here: number }
}

export function listingLines({ book, seller, orders, pictures }: ShownListing): string[] {
  return [
    ...facts([
      ['Title', shown(book.title)],
      ['Author', shown(book.author)],
      ['Price', `${money(book, book.resale_price)} (new ${money(book, book.original_price)})`],
      ['Category', shown(book.category)],
      ['ISBN', shown(book.isbn)],
      ['Text', shown(book.description)],
      ['State', listingState(book)],
      ['Listed', timeWords(book.created_at)],
      ['Seller', person(seller)],
      ['Pictures', `${pictures.all}, ${pictures.here} of them in this backup`],
      ['Orders', orders.length === 0 ? 'none' : countOf(orders.length, 'order')],
    ]),
    ...orders.map((order) => `    ${orderLine(order)}`),
  ]
}

export const accountLines = (account: BackedUpRow, books: BackedUpRow[]): string[] => [
  ...facts([
    ['Name', shown(account.name)],
    ['Email', `${shown(account.email)}${account.email_verified === 't' ? '' : ', not confirmed'}`],
    ['Role', shown(account.role)],
    ['Since', timeWords(account.created_at)],
    [
      'State',
      account.closed_at ? `closed on ${timeWords(account.closed_at)}` : account.suspended_at ? 'suspended' : 'open',
    ],
    ['Listings', countOf(books.length, 'listing')],
  ]),
  ...books.map((book) => `    ${listingLine(book)}`),
]

export function orderLines(order: BackedUpRow, book: BackedUpRow | undefined, people: BackedUpRow[]): string[] {
  const byId = (id: string | null | undefined) => people.find((one) => one.id === id)
  return facts([
    ['Number', shown(order.number)],
    ['State', (order.state ?? '').replaceAll('_', ' ')],
    ['Amount', money(order, order.amount)],
    ['Ordered', timeWords(order.created_at)],
    ['Paid', timeWords(order.paid_at)],
    ['Book', book ? `${shown(book.title)}, ${shown(book.author)} (${book.id})` : shown(order.book_id)],
    ['Buyer', person(byId(order.buyer_id))],
    ['Seller', person(byId(order.seller_id))],
  ])
}

/** How a row differs from the shop's present one, which is null where there is none. */
export function differenceLines(then: BackedUpRow, now: BackedUpRow | null): string[] {
  if (!now) return ['In the shop now: it isn’t there.']
  const columns = differingColumns(then, now).filter((column) => !INTERNAL.has(column))
  if (columns.length === 0) return ['In the shop now: the same.']
  return [
    'In the shop now (then → now):',
    ...columns.map((column) => `  ${column}: ${shown(then[column])} → ${shown(now[column])}`),
  ]
}
