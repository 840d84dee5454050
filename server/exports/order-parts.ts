import type { OrderWithTimeline } from '#contract/orders/orders.ts'
import { priceText } from '#contract/money/currency-digits.ts'
import { isPaidState } from '#contract/orders/order-life.ts'
import { givenBackOf } from '#contract/orders/refunds.ts'
import type { SignedInAccount } from '#server/accounts/accounts.public.ts'
import { getOrder } from '#server/orders/list-orders.ts'
import { listOrderIdsOf } from '#server/orders/orders.public.ts'
import { listProblemEntries } from '#server/orders/problems/list-problems.ts'
import type { ArchiveEntry } from '#server/ports/archives.ts'
import { allAfter, allPages } from './all-pages.ts'
import { csvFile, jsonFile, type Row } from './as-files.ts'
import { bookRow, pictureName } from './book-row.ts'
import type { PartServices } from './part-services.ts'

/** Orders that the member bought and sold, as the site shows them: with contacts only where these are visible now. */
export function orderParts(services: PartServices, account: SignedInAccount): ArchiveEntry[] {
  const { db } = services
  async function* orders() {
    for await (const id of allAfter<string>((after, limit) => listOrderIdsOf(db, account.id, after, limit)))
      yield await getOrder(services, account, id)
  }
  async function* whole() {
    for await (const order of orders()) yield await orderRow(services, account, order)
  }
  return [jsonFile('orders', whole), csvFile('orders', columns, orders)]
}

const columns: Record<string, (order: OrderWithTimeline) => string | Date | null> = {
  id: ({ id }) => id,
  number: ({ number }) => number,
  side: ({ side }) => side,
  book: ({ book }) => book.title,
  author: ({ book }) => book.author,
  price: ({ book }) => priceText(book.resalePrice),
  currency: ({ book }) => book.resalePrice.currency,
  state: ({ state }) => state,
  'in cash': ({ paysInCash }) => (paysInCash ? 'yes' : 'no'),
  ordered: ({ orderedAt }) => orderedAt,
  // The date of payment survives a refund.
  paid: ({ timeline, paidAt }) => paidAt ?? timeline.find(({ to }) => isPaidState(to))?.at ?? null,
  'given back': ({ refunds, book: { resalePrice } }) =>
    priceText({ minor: givenBackOf(refunds), currency: resalePrice.currency }),
  'fee of the club': ({ fee, book: { resalePrice } }) =>
    fee === undefined ? null : priceText({ minor: fee, currency: resalePrice.currency }),
}

async function orderRow(services: PartServices, account: SignedInAccount, order: OrderWithTimeline): Promise<Row> {
  const { book, refunds, refundable, fee, disputes, problems, ...rest } = order
  const { currency } = book.resalePrice
  const withEntries = []
  for (const { givenBack, ...problem } of problems)
    withEntries.push({
      ...problem,
      givenBack: givenBack && priceText({ minor: givenBack, currency }),
      entries: await entriesOf(services, account, problem.id),
    })
  return {
    ...rest,
    book: bookRow(book),
    refunds: refunds.map(({ amount, ...refund }) => ({ ...refund, amount: priceText({ minor: amount, currency }) })),
    disputes: disputes.map(({ amount, status, isInquiry, at, endedAt }) => ({
      status,
      isInquiry,
      at,
      endedAt,
      amount: priceText({ minor: amount, currency }),
    })),
    refundable: priceText({ minor: refundable, currency }),
    ...(fee !== undefined && { fee: priceText({ minor: fee, currency }) }),
    problems: withEntries,
  }
}

async function entriesOf(services: PartServices, account: SignedInAccount, problemId: string): Promise<Row[]> {
  const entries = allPages('oldest', (page) => listProblemEntries(services, account, problemId, page))
  const rows: Row[] = []
  for await (const { images, ...entry } of entries) rows.push({ ...entry, pictures: images.map(pictureName) })
  return rows
}
