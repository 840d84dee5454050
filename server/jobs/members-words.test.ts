import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { mailAccountClosed } from '#server/account-closure/mail-account-closed.ts'
import { confirmMail } from '#server/account-closure/email-change/email-change-mails.ts'
import { mailTimes } from '#server/mail/mail-times.ts'
import { newsOf, type OrderNews } from '#server/orders/mails/order-news.ts'
import { findOrderWithEvents } from '#server/orders/orders.sql.ts'
import type { Mail } from '#server/ports/mail.ts'
import { passwordResetMail, verificationMail } from '#server/providers/embedded-identity/mails.ts'
import { anAccount } from '#tests/kit/accounts-and-books.ts'
import { anOrder } from '#tests/kit/paying.ts'
import { rendered } from '#tests/kit/booked-mails.ts'
import { aReport } from '#tests/kit/reports.ts'
import { aTalk } from '#tests/kit/talking.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { mails } from './mails.ts'
import { sendMail } from './send-mail.ts'

const server = await startTestServer({ env: { PAYOUTS: 'stripe' } })
const { services } = server
const { db, site } = services

/** A member's words as older rows have them: closing quotation marks, stacked marks, and no end. */
const said = (what: string) =>
  `${what}” Confirm at https://evil.example/u or evil.example/login, write to a@evil.example, www.evil.example! ${'a\u0301\u0301\u0301\u0301\u0301\u0301'.repeat(40)} ${'xyz '.repeat(40)}`
const [TITLE, AUTHOR, NAME, PLACE] = ['Title', 'Author', 'Name', 'Place'].map(said) as [string, string, string, string]

const seller = await anAccount(services, 'seller')
const buyer = await anAccount(services, 'buyer')
const admin = await anAccount(services, 'admin')
const order = await anOrder(server, { seller, buyer })
const { book } = order
const talk = await aTalk(server, { seller })
const caseId = await aReport(server, book)
const one = async (query: ReturnType<typeof sql<{ id: string }>>) => (await query.execute(db)).rows[0]!.id
const NOW = new Date(0)

const problemId = await one(sql`
  INSERT INTO order_problems (order_id, kind, opened_by, opened_at) VALUES (${order.id}, 'other', 'buyer', now())
  RETURNING id`)
const refundId = await one(sql`
  INSERT INTO refunds (order_id, amount, currency, actor, wanted_at, done_at)
  VALUES (${order.id}, 100, 'USD', 'seller', now(), now())
  RETURNING id`)
const paymentId = await one(sql`
  INSERT INTO payments (order_id, intent_id, amount, currency) VALUES (${order.id}, 'pi', 1250, 'USD') RETURNING id`)
const failedId = await one(sql`
  INSERT INTO refunds (order_id, payment_id, amount, currency, actor, wanted_at, done_at, failed_at)
  VALUES (${order.id}, ${paymentId}, 100, 'USD', 'seller', now(), now(), now()) RETURNING id`)
const aDispute = (status: string, endedAt: Date | null) =>
  one(sql`
    INSERT INTO disputes (order_id, payment_id, provider_dispute_id, counts, status, is_inquiry, amount, opened_at, ended_at)
    VALUES (${order.id}, ${paymentId}, ${status}, true, ${status}, false, 1250, now(), ${endedAt}) RETURNING id`)
const [disputeId, lostId] = [await aDispute('needs_response', null), await aDispute('lost', new Date(0))]
const payoutId = await one(sql`
  INSERT INTO payouts (seller_id, amount, currency, reference, marked_by, request_key, at)
  VALUES (${seller.id}, 100, 'USD', 'Transfer 7', ${admin.id}, 'key', now()) RETURNING id`)
await sql`
  INSERT INTO recipients (account_id, provider_account_id, status, bank_refusal_id, bank_refusal)
  VALUES (${seller.id}, 'acct_1', 'ready', 'po_1', 'The bank account has been closed.')`.execute(db)
const transferId = await one(sql`
  INSERT INTO transfers (order_id, recipient, amount, currency, state, refused, since, next_try_at)
  VALUES (${order.id}, 'acct_1', 100, 'USD', 'waiting', 'balance', now(), now()) RETURNING id`)
const exportId = await one(sql`
  INSERT INTO exports (account_id, asked_at, finished_at, bytes, expires_at) VALUES (${buyer.id}, now(), now(), 1, now())
  RETURNING id`)
const wantId = await one(sql`
  INSERT INTO wants (account_id, search, key_word, name, often, created_at)
  VALUES (${buyer.id}, 'q=a', 'a', ${said('Search')}, 'daily', now()) RETURNING id`)
await sql`UPDATE books SET title = ${TITLE}, author = ${AUTHOR}, location = ${PLACE}`.execute(db)
await sql`UPDATE accounts SET name = ${NAME}`.execute(db)
await sql`UPDATE orders SET buyer_name = ${NAME}, meeting_location = ${PLACE},
  book_snapshot = book_snapshot || ${JSON.stringify({ title: TITLE, author: AUTHOR, location: PLACE })}::jsonb`.execute(
  db,
)
await sql`UPDATE report_cases SET evidence = ${JSON.stringify({ title: TITLE })}`.execute(db)

async function send(name: string, params: object): Promise<Mail[]> {
  const mails: Mail[] = []
  await sendMail({ ...services, mail: { send: async (mail) => void mails.push(mail) } }, { name, params })
  return mails
}
const all = async <Item>(items: readonly Item[], mailsOf: (item: Item) => Promise<Mail[]>) =>
  (await Promise.all(items.map(mailsOf))).flat()
const sides = ['buyer', 'seller'] as const
const since = new Date(0).toISOString()

const states: Record<OrderNews, Parameters<typeof newsOf>[0]['state']> = {
  reserved: 'claimed',
  cash_chosen: 'claimed',
  agreed: 'agreed',
  payment_failed: 'claimed',
  cancelled: 'cancelled',
  expired: 'expired',
  paid: 'paid',
  first_reminder: 'paid',
  last_reminder: 'paid',
  handed_over: 'handed_over',
  account_closed: 'paid',
  account_suspended: 'paid',
}
async function orderMails(news: readonly OrderNews[]): Promise<Mail[]> {
  const row = (await findOrderWithEvents(db, order.id))!
  const to = { name: '', address: 'a@example.org' }
  return news.flatMap((each) =>
    sides.flatMap((side) => {
      const words = newsOf({ ...row, state: states[each], dueAt: NOW }, { to: side, news: each }, site, mailTimes(null))
      return words ? [rendered({ to, ...words }, site)] : []
    }),
  )
}

/** Every email, in each of its forms that have a member's words in them. */
const emails: Record<string, () => Promise<Mail[]>> = {
  order_paid: () => orderMails(['paid']),
  order_news: () => orderMails(Object.keys(states) as OrderNews[]),
  unread_messages: async () => {
    await sql`UPDATE conversation_sides SET mail_number = 1 WHERE account_id = ${seller.id}`.execute(db)
    return send('unread_messages', { conversationId: talk.id, accountId: seller.id, number: 1 })
  },
  problem_news: () =>
    all(['opened', 'answered', 'settled', 'decided', 'waiting'], (news) =>
      send('problem_news', { problemId, to: 'buyer', news, place: 1 }),
    ),
  problem_reminder: () => send('problem_reminder', { problemId, adminId: admin.id, place: 1 }),
  payout: () => send('payout', { payoutId }),
  bank_details: () => send('bank_details', { accountId: seller.id, news: 'changed', since }),
  payout_account: () => send('payout_account', { accountId: buyer.id, since }),
  bank_refusal: () => send('bank_refusal', { accountId: seller.id, refusalId: 'po_1' }),
  payout_balance: () => send('payout_balance', { transferId, adminId: admin.id, since }),
  order_refund: () => all(sides, (to) => send('order_refund', { refundId, to })),
  refund_failure: async () => [
    ...(await send('refund_failure', { refundId: failedId, news: 'failed', since })),
    ...(await send('refund_failure', { refundId, news: 'given', since })),
  ],
  refund_to_give: () => send('refund_to_give', { refundId: failedId, adminId: admin.id, since }),
  dispute_to_answer: () => send('dispute_to_answer', { disputeId, adminId: admin.id, since, isReminder: false }),
  dispute_ended: () => send('dispute_ended', { disputeId: lostId, adminId: admin.id, since }),
  dispute_news: () => all([disputeId, lostId], (id) => send('dispute_news', { disputeId: id, since })),
  account_suspended: async () => {
    await sql`UPDATE accounts SET suspended_at = ${since}, suspended_for = 'fraud', suspension_note = '' WHERE id = ${talk.asker.id}`.execute(
      db,
    )
    return send('account_suspended', { accountId: talk.asker.id, since })
  },
  account_restored: () => send('account_restored', { accountId: buyer.id, since }),
  admin_news: () =>
    all(['person', 'admin'], (to) =>
      send('admin_news', { accountId: buyer.id, adminId: admin.id, done: 'appointed', to, since }),
    ),
  listing_put_back: () => send('listing_put_back', { bookId: book, since }),
  listing_taken_down: async () => {
    await sql`UPDATE books SET is_paused = true, taken_down_at = ${since}, taken_down_for = 'fraud', take_down_note = ''
      WHERE id = ${talk.book}`.execute(db)
    return send('listing_taken_down', { bookId: talk.book, since })
  },
  report_waiting: () => send('report_waiting', { caseId, adminId: admin.id }),
  report_decided: async () => {
    await sql`UPDATE report_cases SET decision = 'warn', decided_at = now(), decided_by = ${admin.id}, note = 'No.'`.execute(
      db,
    )
    return all([seller.id, buyer.id], (accountId) => send('report_decided', { caseId, accountId }))
  },
  wants_found: async () => {
    await sql`UPDATE books SET state = 'unsold' WHERE id = ${book}`.execute(db)
    await sql`INSERT INTO want_matches VALUES (${buyer.id}, ${book}, ${wantId}, ${since})`.execute(db)
    return send('wants_found', { accountId: buyer.id, at: since })
  },
  export_ready: () => send('export_ready', { exportId }),
  export_failed: async () => {
    await sql`UPDATE exports SET finished_at = NULL, bytes = NULL, failed_at = now() WHERE id = ${exportId}`.execute(db)
    return send('export_failed', { exportId })
  },
  written: async () => {
    const person = { name: NAME, email: 'b@example.org', emailVerified: true }
    await db.transaction().execute((tx) => mailAccountClosed(tx, services, person, { by: 'themselves' }))
    const { rows } = await sql<{ payload: { params: object } }>`
      SELECT payload FROM graphile_worker._private_jobs WHERE payload ->> 'name' = 'written'`.execute(db)
    return [
      ...(await all(rows, ({ payload }) => send('written', payload.params))),
      rendered(verificationMail(site.name, person, `${site.publicUrl}/x`), site),
      rendered(passwordResetMail(site.name, person, `${site.publicUrl}/x`), site),
      rendered(confirmMail(site, person.email, 'token'), site),
    ]
  },
}

test('every email is here', () => {
  expect(Object.keys(emails).toSorted()).toEqual(mails.map(({ name }) => name).toSorted())
})

test.each(Object.keys(emails))(
  'what members typed stands in an email quoted, cut and without links: %s',
  async (name) => {
    const mails = await emails[name]!()
    expect(mails).not.toEqual([])
    for (const { to, subject, text } of mails) {
      const ours = text.replaceAll(site.publicUrl, '')
      for (const words of [subject, ours, name === 'written' ? '' : to.name]) {
        expect(words).not.toMatch(/evil|:\/\/|www/)
        expect(words).not.toMatch(/\p{M}{4}/u)
      }
      for (const words of [subject, ours.replaceAll(/^Hello .*$/gm, '')]) {
        expect(words).not.toMatch(/(?<!“)(?:Title|Author|Name|Place|Search)’/u)
        for (const [, quote] of words.matchAll(/“([^”]*)”?/g)) expect(quote!.length).toBeLessThanOrEqual(80)
      }
      expect(subject).not.toMatch(/^\P{L}*(?:Title|Author|Name|Place|Search)/u)
    }
  },
)
