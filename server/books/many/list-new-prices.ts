import type { Page } from '#contract/call.ts'
import { changedPrice, MOST_CHANGED_AT_ONCE, readChange, type WayToPrice } from '#contract/books/change-of-price.ts'
import type { NewPrice } from '#contract/books/many-books.ts'
import type { MyBookFilter } from '#contract/books/my-book-calls.ts'
import { refuse } from '#contract/problems.ts'
import { priceText } from '#contract/money/currency-digits.ts'
import { keysetOf, pageOf } from '#server/database/cursor.ts'
import type { Services } from '#server/services.ts'
import type { OwnBook } from '../book.columns.ts'
import { myBookOrderings } from '../book-orderings.sql.ts'
import { listBookRowsOfSeller } from '../own-list.sql.ts'
import { judgePrice } from './reprice-books.ts'

interface Asked extends MyBookFilter {
  way: WayToPrice
  by: string
  cursor?: string | undefined
}

/**
 * What a change of price would do to a seller's whole list, page by page; writes nothing. Judged as `repriceBooks` does,
 * so that its answers can be sent there. Refuses at the field `by` what is neither a percentage nor an amount. Pages go
 * by when a book was listed, which no price changes.
 */
export async function listNewPrices(
  { db, shop: { currency } }: Pick<Services, 'db' | 'shop'>,
  sellerId: string,
  { way, by, cursor, ...filter }: Asked,
): Promise<Page<NewPrice>> {
  const change = readChange(way, by, currency) ?? refuseWords(way)
  const page = { limit: MOST_CHANGED_AT_ONCE, cursor, sort: 'newest' as const }
  const rows = await listBookRowsOfSeller(db, sellerId, filter, keysetOf(page, myBookOrderings.newest))
  const judged = (book: OwnBook) => {
    const now = { minor: book.resalePrice, currency: book.currency }
    const [from, to] = [priceText(now), priceText(changedPrice(now, change))]
    return { book: book.id, from, to, verdict: judgePrice(book, { from, to }, currency) }
  }
  const { items, next } = pageOf(rows, page, judged)
  return {
    next,
    items: items.flatMap(({ verdict, ...prices }) =>
      verdict === 'same' ? [] : [{ ...prices, reason: 'reason' in verdict ? verdict.reason : null }],
    ),
  }
}

function refuseWords(way: WayToPrice): never {
  const message = way === 'set' ? 'Write an amount' : 'Write a percentage such as 10%, or an amount'
  return refuse('invalid_input', `${message}.`, [{ field: 'by', message }])
}
