import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Tx } from '#server/database/schema.ts'
import { payoutMail } from '#server/orders/ledger/payout-mail.ts'
import { defineMail, type MailPreference } from '#server/mail/define-mail.ts'
import { mails } from './mails.ts'

/** Names of emails declared in any file. */
const namesInFiles = () =>
  globSync('server/**/*.ts', { exclude: (file) => file.endsWith('.test.ts') }).flatMap((file) =>
    Array.from(readFileSync(file, 'utf8').matchAll(/= defineMail\(\{\s+name: '(\w+)',/g), ([, name]) => name!),
  )

test('every email that a file declares can be sent, each under a name of its own', () => {
  const names = namesInFiles()
  expect(names.length).toBeGreaterThan(15)
  expect(new Set(names).size).toBe(names.length)
  expect(names.toSorted()).toEqual(mails.map(({ name }) => name).toSorted())
})

test('nothing about money, or about the safety of an account, can be turned off', () => {
  // Typed by hand, as access to calls is; all other emails always come.
  const expected: Record<string, MailPreference | Record<string, MailPreference>> = {
    order_news: {
      reserved: 'orders',
      cash_chosen: 'orders',
      agreed: 'orders',
      cancelled: 'orders',
      expired: 'orders',
      first_reminder: 'reminders',
      last_reminder: 'reminders',
      handed_over: 'always',
      account_closed: 'always',
      account_suspended: 'orders',
    },
    problem_news: {
      opened: 'always',
      answered: 'orders',
      settled: 'orders',
      decided: 'always',
      waiting: 'reminders',
    },
    problem_reminder: 'reminders',
    report_waiting: 'reminders',
    unread_messages: 'messages',
    wants_found: 'wants',
  }
  const found = mails.map(({ name, group }) => [
    name,
    typeof group === 'string'
      ? group
      : Object.fromEntries(Object.keys(expected[name] ?? {}).map((news) => [news, group({ news } as never)])),
  ])
  expect(Object.fromEntries(found.filter(([, group]) => group !== 'always'))).toEqual(expected)
})

test('an email without a writer, or booked with another’s parameters, doesn’t compile', () => {
  const never = [
    // @ts-expect-error: nothing writes it.
    () => defineMail({ name: 'silent', group: 'always', params: z.object({}) }),
    // @ts-expect-error: its parameters are another's.
    (tx: Tx) => payoutMail.book(tx, { orderId: '' }),
    // @ts-expect-error: it doesn't say whether readers may turn it off.
    () => defineMail({ name: 'loose', params: z.object({}), write: () => Promise.resolve(null) }),
  ]
  expect(never).toHaveLength(3)
})
