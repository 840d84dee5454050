import { describe, expect, test } from 'vitest'
import type { OrderState } from '#contract/orders/order-life.ts'
import type { OrderNews } from './order-news.ts'
import { suspendAccount } from '#server/account-closure/suspend-account.ts'
import { anAccount } from '#tests/kit/accounts-and-books.ts'
import { anOrder } from '#tests/kit/paying.ts'
import { rendered } from '#tests/kit/booked-mails.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { mailTimes } from '#server/mail/mail-times.ts'
import { newsOf as wordsOf } from './order-news.ts'
import { findOrderWithEvents } from '#server/orders/orders.sql.ts'

const server = await startTestServer()
const order = (await findOrderWithEvents(server.services.db, (await anOrder(server)).id))!
const newsOf = (given: typeof order, to: 'buyer' | 'seller', news: OrderNews, site = server.services.site) => {
  const words = wordsOf(given, { to, news }, site, mailTimes(null))
  return words && rendered(words)
}

/**
 * Every email about an order, and the part of the order's page that each side's email links to; null where that side
 * gets none.
 */
const table: Record<OrderNews, { when: OrderState; buyer: string | null; seller: string | null }> = {
  reserved: { when: 'claimed', buyer: 'next-step', seller: 'next-step' },
  cash_chosen: { when: 'claimed', buyer: null, seller: 'next-step' },
  agreed: { when: 'agreed', buyer: 'next-step', seller: null },
  payment_failed: { when: 'claimed', buyer: 'next-step', seller: null },
  cancelled: { when: 'cancelled', buyer: 'next-step', seller: 'next-step' },
  expired: { when: 'expired', buyer: 'next-step', seller: 'next-step' },
  paid: { when: 'paid', buyer: 'next-step', seller: 'next-step' },
  first_reminder: { when: 'paid', buyer: 'next-step', seller: 'next-step' },
  last_reminder: { when: 'paid', buyer: 'next-step', seller: 'next-step' },
  handed_over: { when: 'handed_over', buyer: 'problems', seller: 'next-step' },
  account_closed: { when: 'paid', buyer: 'next-step', seller: 'next-step' },
  account_suspended: { when: 'paid', buyer: 'next-step', seller: 'next-step' },
}
const rows = Object.entries(table) as [OrderNews, (typeof table)[OrderNews]][]

describe.each(rows)('%s', (news, { when, ...sides }) => {
  test.each(['buyer', 'seller'] as const)('leads the %s to the step that it is about', (to) => {
    const words = newsOf({ ...order, state: when, dueAt: new Date(0) }, to, news, server.services.site)
    const place = sides[to]
    const page = `${server.services.site.publicUrl}/dashboard/orders/${order.id}#${place}`
    const parts = words?.text.trim().split('\n\n') ?? []
    expect(parts.filter((part) => part.startsWith('See the order'))).toEqual(place ? [`See the order: ${page}`] : [])
    expect(parts.filter((part) => part.includes(order.number))).toHaveLength(place ? 1 : 0)
  })
})

test.each(['first_reminder', 'last_reminder'] as const)(
  '%s doesn’t send the other side to a closed account',
  (news) => {
    const paid = { ...order, state: 'paid' as const, dueAt: new Date(0) }
    const { site } = server.services
    const toBuyer = newsOf({ ...paid, isSellerClosed: true }, 'buyer', news, site)?.text
    expect(toBuyer).toContain('The seller’s account was closed. If you haven’t met yet, write to the club')
    expect(toBuyer).not.toContain('show the seller the code')
    const toSeller = newsOf({ ...paid, isBuyerClosed: true }, 'seller', news, site)?.text
    expect(toSeller).toContain('The buyer’s account was closed. If you haven’t met yet, write to the club')
    expect(toSeller).not.toContain('ask the buyer')
  },
)

test.each(['buyer', 'seller'] as const)('a book that was handed over isn’t to be met for again: to the %s', (to) => {
  const handedOver = { ...order, state: 'handed_over' as const, dueAt: new Date(0) }
  const text = newsOf(handedOver, to, 'account_suspended', server.services.site)?.text
  expect(text).toContain('It has been handed over, so you don’t need to do anything.')
  expect(text).not.toContain('Meet as you have agreed')
  const closed = { ...handedOver, isSellerClosed: to === 'buyer', isBuyerClosed: to === 'seller' }
  const farewell = newsOf(closed, to, 'account_closed', server.services.site)?.text
  expect(farewell).toContain('account was closed. If something is wrong with the book, write to the club: ')
  expect(farewell).not.toContain('met yet')
})

test.each(['cancelled', 'expired'] as const)('a copy that is hidden isn’t called back on sale once %s', (news) => {
  const over = { ...order, state: news, isCopyHidden: true }
  for (const to of ['buyer', 'seller'] as const) {
    const text = newsOf(over, to, news, server.services.site)?.text
    expect(text).not.toContain('back on sale')
    expect(text).not.toContain('/advertise/')
  }
  expect(newsOf({ ...over, isCopyHidden: false }, 'seller', news, server.services.site)?.text).toContain('back on sale')
})

test('a copy is hidden once its seller is suspended', async () => {
  const { db, clock } = server.services
  const admin = await anAccount(server.services, 'admin')
  const { id, seller } = await anOrder(server)
  expect((await findOrderWithEvents(db, id))?.isCopyHidden).toBe(false)
  const reason = { days: null, reason: 'fraud', note: '' } as const
  await suspendAccount({ db, clock, refuse: server.services.refuse }, admin, seller.id, reason)
  expect((await findOrderWithEvents(db, id))?.isCopyHidden).toBe(true)
})
