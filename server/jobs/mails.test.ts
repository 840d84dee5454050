import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Tx } from '#server/database/schema.ts'
import { payoutMail } from '#server/orders/ledger/payout-mail.ts'
import { defineMail } from '#server/mail/define-mail.ts'
import { identityMailForms } from '#server/providers/embedded-identity/mails.ts'
import type { MailPreference } from '#server/ports/mail.ts'
import { footOf } from '#server/accounts/mail-choices/foot-of-mail.ts'
import { renderMail } from '#server/mail/render-mail.ts'
import type { Site } from '#contract/site.ts'
import { mailForms, mails } from './mails.ts'

const site = { name: 'Dogear', publicUrl: 'https://club.example.net', contact: '', currency: 'USD' } as Site

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

test('every email has an example, each form of which has words', () => {
  const without = mails.filter(({ forms }) => forms.length === 0)
  expect(without.map(({ name }) => name)).toEqual(['written'])
  for (const { write } of mailForms) expect(write(site).blocks.length).toBeGreaterThan(0)
})

/** Words as a reader sees them, without marks, spaces and entities between. */
const asRead = (text: string) => text.replaceAll(/<[^>]*>|&[#\w]+;|[^\p{L}\p{N}]/gu, '')

test.each([...mailForms, ...identityMailForms].map((form, place) => ({ ...form, place })))(
  'is one column of HTML with the words of its text, light and alone: $to, $when',
  ({ write, group }) => {
    const words = write(site)
    const foot = group === 'always' ? [] : footOf(site, group, `${site.publicUrl}/stop-emails/x`)
    const { text, html } = renderMail({ ...words, foot }, site)
    expect(asRead(html)).toContain(asRead(words.subject))
    const seen = asRead(html)
    for (const words of text.split(/\n|https?:\S+/)) expect(seen).toContain(asRead(words))
    for (const [address] of text.matchAll(/https?:\S+[^\s.]/g)) expect(html).toContain(`href="${address}"`)
    expect(Buffer.byteLength(html)).toBeLessThan(20_000)
    for (const [picture] of html.matchAll(/<img[^>]*>/g))
      expect(picture).toMatch(/^<img src="[^"]*\/share\/covers\/[\w-]+\.jpg" [^>]*alt=""/)
    expect(html).not.toMatch(/<(?:script|link|iframe|form|input|svg|base|object)\b|url\(|\son\w+=|@import/i)
    const addresses = Array.from(
      html.matchAll(/\b(?:href|src|background|action)="([^"]*)"/g),
      ([, address]) => address!,
    )
    expect(addresses.length).toBeGreaterThan(0)
    for (const address of addresses) expect(address.startsWith(`${site.publicUrl}/`)).toBe(true)
  },
)

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
    () => defineMail({ name: 'loose', params: z.object({}), find: async () => null, write: () => null, examples: [] }),
  ]
  expect(never).toHaveLength(3)
})
