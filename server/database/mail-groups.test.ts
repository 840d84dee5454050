import { describe, expect, test } from 'vitest'
import type { MailGroup } from '#contract/accounts/mail-choices.ts'
import type { MailJob, MailKinds } from './mail-jobs.ts'
import { groupOf, mailKinds } from './mail-groups.ts'

const id = '00000000-0000-4000-8000-000000000000'
const order = { orderId: id, to: 'buyer' } as const
const problem = { problemId: id, to: 'buyer', place: 1 } as const

/** Every email, by hand: null is what nobody can turn off. A new one must be put here by a person as well. */
const table: { [Name in keyof MailKinds]: [MailKinds[Name], MailGroup | null][] } = {
  order_paid: [[order, null]],
  order_news: [
    [{ ...order, news: 'reserved' }, 'orders'],
    [{ ...order, news: 'cash_chosen' }, 'orders'],
    [{ ...order, news: 'agreed' }, 'orders'],
    [{ ...order, news: 'cancelled' }, 'orders'],
    [{ ...order, news: 'expired' }, 'orders'],
    [{ ...order, news: 'first_reminder' }, 'reminders'],
    [{ ...order, news: 'last_reminder' }, 'reminders'],
    [{ ...order, news: 'handed_over' }, null],
    [{ ...order, news: 'account_closed' }, null],
    [{ ...order, news: 'account_suspended' }, 'orders'],
  ],
  problem_news: [
    [{ ...problem, news: 'opened' }, null],
    [{ ...problem, news: 'answered' }, 'orders'],
    [{ ...problem, news: 'settled' }, 'orders'],
    [{ ...problem, news: 'decided' }, null],
    [{ ...problem, news: 'waiting' }, 'reminders'],
  ],
  problem_reminder: [[{ problemId: id, adminId: id, place: 1 }, 'reminders']],
  order_refund: [[{ refundId: id, to: 'seller' }, null]],
  refund_failure: [[{ refundId: id, news: 'failed', since: '' }, null]],
  refund_to_give: [[{ refundId: id, adminId: id, since: '' }, null]],
  wants_found: [[{ accountId: id, at: '' }, 'wants']],
  payout: [[{ payoutId: id }, null]],
  unread_messages: [[{ conversationId: id, accountId: id, number: 1 }, 'messages']],
  account_suspended: [[{ accountId: id, since: '' }, null]],
  account_restored: [[{ accountId: id, since: '' }, null]],
  admin_news: [[{ accountId: id, keeperId: id, done: 'appointed', to: 'person', since: '' }, null]],
  listing_taken_down: [[{ bookId: id, since: '' }, null]],
  listing_put_back: [[{ bookId: id, since: '' }, null]],
  report_waiting: [[{ caseId: id, adminId: id }, 'reminders']],
  report_decided: [[{ caseId: id, accountId: id }, null]],
  export_ready: [[{ exportId: id }, null]],
  export_failed: [[{ exportId: id }, null]],
  written: [[{ sealed: '', until: null }, null]],
}

describe.each(Object.entries(table))('%s', (letter, rows) => {
  test.each(rows as [MailJob['about'], MailGroup | null][])('%o is of the group %s', (about, group) => {
    expect(groupOf({ letter, about } as MailJob)).toBe(group)
  })
})

test('the table above has every email', () => {
  expect(Object.keys(table).toSorted()).toEqual(mailKinds.toSorted())
})
