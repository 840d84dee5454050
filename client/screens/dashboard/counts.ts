import { MOST_PER_PAGE } from '#contract/list-limits.ts'
import type { Book } from '#contract/books/books.ts'
import type { Page } from '#contract/call.ts'
import { mayAgreeToCash, mayConfirmReceipt, mayEnterCode } from '#contract/orders/orders.policy.ts'
import type { Order } from '#contract/orders/orders.ts'

/** "3", or "100+" where there are more than one reading of the list holds. */
function atLeast(count: number, page: Page<unknown>): string {
  return page.next === null ? String(count) : `${count}+`
}

/** A number with its noun: "1 order", "2 orders", "100+ orders". */
const counted = (count: string, one: string, many: string) => `${count} ${count === '1' ? one : many}`

/** What the buyer has yet to pay, to collect and to get back; empty when that is nothing. */
export function ordersToDo(page: Page<Order>): string {
  const among = (test: (order: Order) => boolean) => page.items.filter(test).length
  const due = among(({ state, paysInCash }) => state === 'claimed' && !paysInCash)
  const meeting = among((order) => mayConfirmReceipt(order) === 'yes')
  const failed = among(({ hasFailedRefund }) => hasFailedRefund)
  const parts = [
    due > 0 && `${counted(atLeast(due, page), 'payment', 'payments')} due`,
    meeting > 0 && `${counted(atLeast(meeting, page), 'book', 'books')} to collect`,
    failed > 0 && `${counted(atLeast(failed, page), 'refund', 'refunds')} failed`,
  ]
  return parts.filter(Boolean).join(', ')
}

/** Unsold books that are not advertised yet. */
export function booksToAdvertise(page: Page<Book>): string {
  const quiet = page.items.filter(({ state, isAdvertised }) => state === 'unsold' && !isAdvertised).length
  return quiet === 0 ? '' : `${counted(atLeast(quiet, page), 'unsold book', 'unsold books')} not advertised yet`
}

/** Buyers to meet, those who wait for an answer, and those who have yet to pay. */
export function buyersToMeet(page: Page<Order>): string {
  const among = (test: (order: Order) => boolean) => page.items.filter(test).length
  const meeting = among((order) => mayEnterCode(order) === 'yes')
  const asking = among((order) => mayAgreeToCash(order) === 'yes')
  const unpaid = among(({ state }) => state === 'claimed') - asking
  const parts = [
    asking > 0 && `${counted(atLeast(asking, page), 'buyer asks', 'buyers ask')} to pay in cash`,
    meeting > 0 && `${counted(atLeast(meeting, page), 'book', 'books')} to hand over`,
    unpaid > 0 && `${atLeast(unpaid, page)} reserved, not paid yet`,
  ]
  return parts.filter(Boolean).join(', ')
}

/** Messages that wait to be read; empty when there are none. */
export const unreadMessages = (unread: number): string =>
  unread === 0 ? '' : counted(String(unread), 'unread message', 'unread messages')

/** How many entries a list of the admin has. */
export function howMany(page: Page<unknown>, one: string, many: string): string {
  return page.items.length === 0 ? '' : counted(atLeast(page.items.length, page), one, many)
}

/** One reading is enough for the dashboard. */
export const COUNTED = { limit: MOST_PER_PAGE }
