import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { aFolder } from '#tests/kit/afterwards.ts'
import { ARTICLE_NAMES } from '#contract/content-pages.ts'
import { contentPageNames } from '#contract/screens.ts'
import { mails } from '#server/jobs/mails.ts'
import { templateVariables } from './template-variables.ts'
import { readPageSources } from './read-pages.ts'
import { renderPages } from './render-pages.ts'

const facts = {
  name: 'Dogear',
  tagline: 'a club for readers',
  currency: 'USD',
  publicUrl: 'https://books.example.org',
  cards: { mode: 'stripe' },
  fee: { rate: 0, least: 0 },
  pictures: { keptBy: '', isLoadedThere: false, canBeRemoved: true, sizes: 'all' },
  identity: { keptBy: '', staysAt: '' },
  payoutsThrough: '',
  cash: true,
  holdSeconds: 48 * 3600,
  contact: '',
} as const
const variables = templateVariables(facts)

/** Wording of each email in the privacy notice. */
const namedEmails: Record<string, RegExp> = {
  written: /you sign up, ask for a new password or for a link to sign in, or change your email address/,
  order_paid: /order is paid by card/,
  payout_account: /once a week while that waits for their bank account/,
  bank_refusal: /when their bank sends a payout back/,
  payout_balance: /when payouts wait because the club’s balance is too small/,
  order_news: /reserved, when the buyer asks to pay in cash.*suspended before the order is over, or closed after/s,
  problem_news: /problem is opened, answered, settled or decided/,
  problem_reminder: /a problem.* waits for them/,
  payout: /transfers what it owes/,
  bank_details: /when their bank details change/,
  order_refund: /money goes back/,
  refund_failure: /a refund fails/,
  refund_to_give: /failed refund that waits for them/,
  dispute_to_answer: /a chargeback, .* waits for them/,
  dispute_ended: /and how a chargeback ended/,
  dispute_news: /when the bank of the buyer’s card asks .* or has decided/,
  account_suspended: /suspends your account/,
  account_restored: /opens it again/,
  account_closed: /a last time when it’s closed/,
  admin_news: /become an admin, or are one no more/,
  listing_taken_down: /a listing is taken down/,
  listing_put_back: /or put back/,
  report_waiting: /a report, .* waits for them/,
  report_decided: /to whoever reported it and to whom it’s about/,
  wants_found: /when a book appears/,
  unread_messages: /haven’t read one for five minutes/,
  export_ready: /the file with your data is ready/,
  export_failed: /or couldn’t be made/,
}

let folder: string
beforeEach(async () => {
  folder = await aFolder()
})

const read = async (given = variables) => {
  const { unused, ...sources } = await readPageSources(folder)
  return { ...renderPages(sources, given), unused }
}
const put = (name: string, text: string | Uint8Array) => writeFile(path.join(folder, name), text)

describe('our own texts', () => {
  test('are all there, filled in, also where the operator’s folder is not', async () => {
    await rm(folder, { recursive: true })
    const { content, unused } = await read()
    await mkdir(folder)
    expect(Object.keys(content.pages)).toEqual([...contentPageNames])
    for (const page of Object.values(content.pages)) {
      expect(page.title).toMatch(/\S/)
      expect(page.description.length).toBeGreaterThan(50)
      expect(page.html.length).toBeGreaterThan(250)
      expect(page.html).not.toContain('{{')
    }
    expect(content.pages.about.html).toContain('Dogear is a club for readers')
    expect(content.pages['how-buying-works'].html).toContain('reserved for 48 hours')
    expect(unused).toEqual([])
  })

  test('describe no card payments in a shop without cards, and no cash in one that takes cards alone', async () => {
    const pagesOf = async (mode: 'off' | 'stripe', cash: boolean) =>
      Object.entries((await read(templateVariables({ ...facts, cards: { mode }, cash }))).content.pages)
    const cashAlone = await pagesOf('off', true)
    const cardWords =
      /if you pa(y|id) by card|paid by card isn’t|by card the buyer|bank may ask|card provider’s form|provider gets|refund fails|transfers what|takes card|order by card/i
    for (const [name, { html }] of cashAlone) expect([name, cardWords.exec(html)?.[0]]).toEqual([name, undefined])
    const said = (pages: typeof cashAlone) => pages.map(([, { html }]) => html).join('\n')
    expect(said(cashAlone)).toContain('The seller has 48 hours to agree to meet you.')
    expect(said(await pagesOf('stripe', true))).toContain('before the order is paid or you are given the cash.')
    expect(said(await pagesOf('stripe', false))).not.toMatch(/(agreed to|accepted) cash|the cash/)
  })

  test('tell the club’s fee where there is one', async () => {
    const pagesOf = async (rate: number, mode: 'off' | 'stripe') => {
      const fee = { rate, least: rate === 0 ? 0 : 50 }
      return (await read(templateVariables({ ...facts, fee, cards: { mode } }))).content.pages
    }
    const [told, none, cash] = [await pagesOf(500, 'stripe'), await pagesOf(0, 'stripe'), await pagesOf(500, 'off')]
    for (const name of ['terms', 'how-selling-works', 'privacy'] as const) {
      expect(told[name].html).toContain('5%, at least $0.50')
      for (const other of [none, cash]) expect(other[name].html).not.toMatch(/keeps a fee|club’s fee/)
    }
    expect(told.terms.html).toMatch(/<li>Listing is free\. When a book is sold/)
  })

  test('name every email in the privacy notice', async () => {
    const noticeFor = async (payoutsThrough: string) =>
      (await read(templateVariables({ ...facts, payoutsThrough }))).content.pages.privacy.html
    const html = (await noticeFor('Stripe')) + (await noticeFor(''))
    expect(Object.keys(namedEmails).toSorted()).toEqual([...mails.map(({ name }) => name), 'account_closed'].toSorted())
    for (const [name, words] of Object.entries(namedEmails))
      expect({ name, html }).toEqual({ name, html: expect.stringMatching(words) })
  })

  test('say what only the operator can know', async () => {
    const { pages } = (await read()).content
    for (const name of ['imprint', 'contact', 'privacy', 'how-selling-works'] as const)
      expect(pages[name].html).toContain('this club hasn’t given an email address yet')
  })

  test('keep from readers what is written to the operator, who is told of the gap', async () => {
    const { content, texts } = await read()
    for (const name of ['imprint', 'terms', 'privacy'] as const) {
      expect(content.pages[name].html).not.toMatch(/whoever runs this club(:|<| has not filled)/i)
      expect(texts[name].hasGaps).toBe(true)
    }
    expect(texts.imprint.text).toContain('**Whoever runs this club has not filled this in yet.**')
    expect(content.pages.terms.html).toContain('depends on the law where you live')
  })

  test('lead nowhere but to addresses of the shop', async () => {
    const { pages, articles } = (await read()).content
    const addresses = [...Object.values(pages), ...articles].flatMap(({ html }) =>
      [...html.matchAll(/href="([^"]*)"/g)].map(([, to = '']) => to),
    )
    expect(addresses.length).toBeGreaterThan(10)
    for (const to of addresses) expect(to).toMatch(/^\/[a-z/-]+$/)
  })

  test('have four articles with a day and a time to read', async () => {
    const { articles } = (await read()).content
    expect(articles.map(({ name }) => name)).toEqual([...ARTICLE_NAMES])
    for (const article of articles) {
      expect(article.published).toMatch(/^\d{4}-\d{2}-\d{2}$/)
      expect(article.minutes).toBeGreaterThanOrEqual(3)
      expect(article.html).not.toContain(article.published)
      expect(article.html).toContain('<h3>')
      expect(article.html).toContain('<pre><code>')
    }
  })
})

describe('the operator’s texts', () => {
  test('take the place of ours, page by page', async () => {
    await put('terms.md', '# Rules of {{name}}\n\nBe kind.\n')
    await mkdir(path.join(folder, 'blogs'))
    await put('blogs/unit-testing.md', '\uFEFF# What we read\n\n2027-01-31\n\nEmma.\n')
    const { pages, articles } = (await read()).content
    expect(pages.terms).toEqual({
      title: 'Rules of Dogear',
      description: 'Be kind.',
      html: '<p>Be kind.</p>\n',
      sections: [],
    })
    expect(pages.privacy.title).toBe('Privacy')
    expect(articles[2]).toEqual({
      name: 'unit-testing',
      title: 'What we read',
      description: 'Emma.',
      published: '2027-01-31',
      minutes: 1,
      html: '<p>Emma.</p>\n',
      sections: [],
    })
  })

  test('without a day have none', async () => {
    await mkdir(path.join(folder, 'blogs'))
    await put('blogs/unit-testing.md', '# What we read\n\nOn 2027-01-31 it was Emma.\n')
    expect((await read()).content.articles[2]).toMatchObject({
      published: null,
      html: '<p>On 2027-01-31 it was Emma.</p>\n',
    })
  })

  test('that replace nothing are named', async () => {
    await put('term.md', '# Typo')
    await put('notes.txt', 'mine')
    expect((await read()).unused).toEqual(['term.md'])
  })

  test.each([
    ['is too large', 'x'.repeat(256 * 1024 + 1), /terms\.md is too large for a page: at most 256 KB/],
    ['is no text', new Uint8Array([0x23, 0x20, 0xff, 0xfe]), /terms\.md is not a text in UTF-8/],
    ['has no title', 'Be kind.', /terms\.md must begin with its title/],
    ['holds a script’s address', '# A\n\n[x](javascript:alert(1))', /terms\.md: a link leads to/],
  ])('that %s are refused by name', async (_what, text, words) => {
    await put('terms.md', text)
    await expect(read()).rejects.toThrow(words)
  })

  test('that can’t be read are refused by name', async () => {
    await mkdir(path.join(folder, 'terms.md'))
    await expect(read()).rejects.toThrow(/terms\.md can't be read: EISDIR/)
  })
})
