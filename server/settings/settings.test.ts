import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { aBook, anAccount, buyNowBody, freshToken } from '#tests/kit/accounts-and-books.ts'
import { problemOf, startTestServer, type TestServer } from '#tests/kit/test-server.ts'
import { until } from '#tests/kit/until.ts'

const server = await startTestServer({ env: { DOGEAR_TAGLINE: 'a club by the river' } })
const { services, send } = server
const admin = await anAccount(services, 'admin', { name: 'Keeper' })
const { token } = admin

const read = async () => (await send('GET', '/api/settings', { token })).json
/** Uses the current revision, unless a test gives another. */
const change = async (wishes: object, more: { revision?: number } = {}) =>
  send('PATCH', '/api/settings', { token, body: { revision: (await read()).revision, ...wishes, ...more } })
const site = async ({ send: ask }: Pick<TestServer, 'send'> = server) => (await ask('GET', '/api/config')).json
const audited = async () =>
  (await send('GET', '/api/audit-log?kind=setting_changed&limit=100', { token })).json as {
    setting: string
    from: string
    to: string
  }[]

/** Starts another process on the same database, with an environment of its own. */
const another = (env: Record<string, string>) => startTestServer({ on: server, env })

test('of a new club are those that come along, and those of the environment, which are named', async () => {
  expect(await read()).toEqual({
    revision: 0,
    values: {
      name: 'Dogear',
      tagline: 'a club by the river',
      contact: '',
      joinDomains: '',
      holdHours: '48',
      payments: 'card,cash',
      clubFee: '0',
      clubFeeLeast: '0',
      catalogue: 'search',
    },
    fixed: ['tagline'],
    hasCards: true,
  })
})

describe('what an admin saves', () => {
  test('holds at once, for browsers, for claims and in emails, without a restart', async () => {
    expect((await change({ name: 'Paper Club', contact: 'Hello@Example.org', holdHours: '12' })).status).toBe(200)
    expect(await site()).toMatchObject({ name: 'Paper Club', contact: 'hello@example.org', holdSeconds: 43_200 })
    expect((await send('GET', '/manifest.webmanifest')).json.name).toBe('Paper Club')
    expect((await send('GET', '/api/openapi.json')).json.info.title).toBe('Paper Club API')

    const book = await aBook(services, await anAccount(services, 'seller'))
    const buyer = await anAccount(services, 'buyer')
    const { insertedId } = (await send('POST', '/api/buy-now', { token: buyer.token, body: buyNowBody(book) })).json
    const { rows } = await sql<{ payBy: Date }>`SELECT pay_by AS "payBy" FROM orders WHERE id = ${insertedId}`.execute(
      services.db,
    )
    expect(rows[0]!.payBy.getTime()).toBe(server.clock.now().getTime() + 12 * 3600_000)
  })

  test('leaves what is left out, and the same again is no change', async () => {
    await change({ name: 'The Same', holdHours: '24' })
    const { revision, values } = await read()
    const again = await change({ name: ' The Same ', holdHours: '24.0' })
    expect(again.json).toMatchObject({ revision, values })
    expect((await change({ contact: '' })).json.values).toMatchObject({
      name: 'The Same',
      contact: '',
      holdHours: '24',
    })
  })

  test('applies to payment methods and the catalogue’s visibility', async () => {
    for (const catalogue of ['open', 'members', 'search']) {
      await change({ catalogue })
      const map = (await send('GET', '/sitemaps/pages.xml')).text
      expect(map.includes('/all-products')).toBe(catalogue === 'open')
      expect((await send('GET', '/search.atom?q=sea')).status).toBe(catalogue === 'members' ? 404 : 200)
    }
    await change({ payments: 'card' })
    expect(await site()).toMatchObject({ cash: false, cards: { mode: 'simulator' } })
    await change({ payments: 'cash' })
    expect(await site()).toMatchObject({ cash: true, cards: { mode: 'off', publishableKey: '' } })
    await change({ payments: 'cash, card' })
    expect(await site()).toMatchObject({ cash: true, cards: { mode: 'simulator' } })
  })

  test('is in the audit log, each change with what it was before', async () => {
    const before = (await audited()).length
    server.clock.advance(1)
    await change({ name: 'Reading Room' })
    server.clock.advance(1)
    await change({ name: 'Reading Room', holdHours: '36', catalogue: 'open' })
    const log = (await audited()).slice(0, (await audited()).length - before)
    expect(log.map(({ setting, to }) => `${setting}: ${to}`).toSorted()).toEqual([
      'catalogue: open',
      'holdHours: 36',
      'name: Reading Room',
    ])
    expect(log.find(({ setting }) => setting === 'catalogue')).toMatchObject({
      by: { id: admin.id },
      from: 'search',
    })
  })

  test('is refused on a stale revision, and one of two at once is', async () => {
    const { revision } = await read()
    expect((await change({ name: 'First' }, { revision })).status).toBe(200)
    const late = await change({ name: 'Second' }, { revision })
    expect(problemOf(late)).toMatchObject({ status: 409, code: 'settings_changed' })
    expect((await change({ name: 'Ahead' }, { revision: revision + 5 })).status).toBe(409)
    const next = (await read()).revision as number
    const names = Array.from({ length: 8 }, (_, turn) => `At once ${turn}`)
    const answers = await Promise.all(names.map((name) => change({ name }, { revision: next })))
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7)
    const kept = answers.findIndex(({ status }) => status === 200)
    expect(await read()).toMatchObject({ revision: next + 1, values: { name: names[kept] } })
  })

  test.each([
    ['name', '  ', 'Please fill in the name'],
    ['name', 'x'.repeat(41), '40 characters'],
    ['name', 'Club\r\nBcc: a@example.org', 'one line'],
    ['name', 'Club\u202Egnp', 'can’t be shown'],
    ['tagline', '', 'tagline'],
    ['contact', 'nobody', 'email address'],
    ['contact', 'a@example.org\nBcc: b@example.org', 'email address'],
    ['contact', 'a@example.org, b@example.org', 'email address'],
    ['contact', '"><script>"@example.org', 'email address'],
    ['holdHours', '0', 'more than 0'],
    ['holdHours', '-1', 'more than 0'],
    ['holdHours', '1e2', 'number of hours'],
    ['holdHours', '721', 'at most 720'],
    ['payments', '', 'card, cash or both'],
    ['payments', 'card,bitcoin', 'card, cash or both'],
    ['clubFee', '', 'percentage'],
    ['clubFee', '51', 'at most 50'],
    ['clubFee', '2.125', 'percentage'],
    ['clubFee', '-1', 'percentage'],
    ['clubFeeLeast', 'free', 'amount such as'],
    ['clubFeeLeast', '0.505', 'amount of USD such as 0.50'],
    ['catalogue', 'perhaps', 'open, search or members'],
  ])('is never what the rule of %s refuses: %j', async (field, value, words) => {
    const { values } = await read()
    const problem = problemOf(await change({ [field]: value }))
    expect(problem).toMatchObject({ code: 'invalid_input', invalidFields: [{ field }] })
    expect(problem.invalidFields[0]!.message).toContain(words)
    expect((await read()).values).toEqual(values)
  })
})

describe('the environment’s word', () => {
  test('wins, and an admin who wants to change it reads where it is set', async () => {
    const refused = problemOf(await change({ tagline: 'another one', name: 'Not either' }))
    expect(refused).toMatchObject({ code: 'set_by_operator', invalidFields: [{ field: 'tagline' }] })
    expect(refused.detail).toContain('DOGEAR_TAGLINE')
    expect(await site()).toMatchObject({ tagline: 'a club by the river' })
    expect((await site()).name).not.toBe('Not either')
    expect((await change({ tagline: 'a club by the river' })).status).toBe(200)
  })

  test('counts over what was saved before, which is there again without it', async () => {
    await change({ name: 'Saved Before', holdHours: '5' })
    const fixed = await another({ DOGEAR_NAME: 'The Operator’s', HOLD_HOURS: '7' })
    expect(await site(fixed)).toMatchObject({ name: 'The Operator’s', holdSeconds: 7 * 3600 })
    expect(await site(await another({}))).toMatchObject({ name: 'Saved Before', holdSeconds: 5 * 3600 })
  })
})

test('without card keys a live shop takes no cards, and says why', async () => {
  await change({ payments: 'card,cash' })
  const live = await another({
    DOGEAR_MODE: 'live',
    RATE_LIMITS: 'on',
    PUBLIC_URL: 'http://127.0.0.1:5999',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'books@example.org',
  })
  const its = { token: await freshToken(live.services, admin.id) }
  const { json } = await live.send('GET', '/api/settings', its)
  expect(json).toMatchObject({ hasCards: false, values: { payments: 'cash' } })
  const body = { revision: json.revision, payments: 'card,cash' }
  const problem = problemOf(await live.send('PATCH', '/api/settings', { ...its, body }))
  expect(problem).toMatchObject({ code: 'invalid_input', invalidFields: [{ field: 'payments' }] })
  expect(problem.detail).toContain('card provider’s keys')
  // Saving effective values stores no override: with keys, cards would be back.
  await live.send('PATCH', '/api/settings', { ...its, body: { ...body, payments: 'cash' } })
  expect(await site()).toMatchObject({ cards: { mode: 'simulator' } })
})

test('other processes have it by their next answer, as soon as they can know', async () => {
  const other = await another({})
  for (let turn = 0; turn < 10; turn += 1) {
    await change({ name: `Turn ${turn}` })
    await until(async () => (await site(other)).name === `Turn ${turn}`)
  }
  // Unreadable values of a later version are ignored and preserved.
  const value = { name: 7, holdHours: '-3', newer: 'x', contact: 'kept@example.org' }
  await sql`INSERT INTO settings (name, revision, value, at)
    SELECT 'shop', max(revision) + 1, ${JSON.stringify(value)}::jsonb, now() FROM settings WHERE name = 'shop'`.execute(
    services.db,
  )
  await until(async () => (await site(other)).contact === 'kept@example.org')
  expect(await site(other)).toMatchObject({ name: 'Dogear', holdSeconds: 48 * 3600 })
  await until(async () => (await read()).values.contact === 'kept@example.org')
  expect((await change({ name: 'After all' })).status).toBe(200)
  const { rows } = await sql<{ value: object }>`
    SELECT value FROM settings WHERE name = 'shop' ORDER BY revision DESC LIMIT 1`.execute(services.db)
  expect(rows[0]!.value).toEqual({ ...value, name: 'After all' })
})
