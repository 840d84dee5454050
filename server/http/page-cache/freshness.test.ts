import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from '#server/database/connect.ts'
import { keepAnswers } from '#server/messages/answers/keep-answers.ts'
import { aBook, anAccount, buyNowBody, freshToken } from '#tests/kit/accounts-and-books.ts'
import { startRenderedShop, type RenderedShop } from '#tests/kit/rendered-shop.ts'
import { aTalk, write } from '#tests/kit/talking.ts'
import { until } from '#tests/kit/until.ts'

// Two shops on one database, as two processes.
const shop = await startRenderedShop()
const other = await startRenderedShop({ on: shop })
const { services, send, clock, database } = shop

const seller = await anAccount(services, 'seller')

const read = async (url: string, { origin } = shop) => (await fetch(origin + url)).text()
const advertise = (book: string, isAdvertised: boolean) =>
  send('PUT', `/api/my-books/${book}`, { as: seller, body: { advertise: String(isAdvertised) } })

/** Asks for pages all the time, as visitors do, until it is told to stop. */
function visitors(urls: string[], shops: RenderedShop[]) {
  const visit = { goesOn: true }
  const all = shops.flatMap((one) =>
    urls.map(async (url) => {
      while (visit.goesOn) await read(url, one)
    }),
  )
  return async () => {
    visit.goesOn = false
    await Promise.all(all)
  }
}

test('under load no answer of any instance is older than the last write that one has acknowledged', async () => {
  const sellers = await Promise.all(Array.from({ length: 3 }, () => anAccount(services, 'seller')))
  const leave = visitors(['/advertises', '/', '/api/advertise'], [shop, other])
  let stale = 0
  onTestFinished(leave)
  await Promise.all(
    sellers.map(async ({ id, token }, turn) => {
      // Each process has keys of its own.
      const tokens = new Map([
        [shop, token],
        [other, await freshToken(other.services, id)],
      ])
      const title = `Of seller ${turn} alone`
      const book = await aBook(services, { id }, { title })
      for (let round = 0; round < 12; round += 1) {
        const isShown = round % 2 === 0
        // Instances take turns; both show what one has acknowledged.
        const by = round % 3 === 0 ? other : shop
        const body = { advertise: String(isShown) }
        const sent = { token: tokens.get(by)!, body }
        expect((await by.send('PUT', `/api/my-books/${book}`, sent)).status).toBe(200)
        const urls = ['/advertises', '/api/advertise']
        const answers = await Promise.all([shop, other].flatMap((one) => urls.map((url) => read(url, one))))
        stale += answers.filter((answer) => answer.includes(title) !== isShown).length
      }
    }),
  )
  await leave()
  expect(stale).toBe(0)
  expect([shop, other].map(({ answered }) => answered.some(({ isFromCache }) => isFromCache))).toEqual([true, true])
})

test('each kind of change is shown as soon as it is acknowledged', async () => {
  const person = await anAccount(services, 'seller', { name: 'Ida Holm' })
  const buyer = await anAccount(services, 'buyer')
  const book = await aBook(services, person, { category: 'cook-book', title: 'Soups' })
  const page = `/advertise/${book}`
  const shown = async (url = `/api${page}`) => {
    // A second time, so that it is there from memory where it can be.
    await read(url)
    return read(url)
  }
  const buyNow = await send('POST', '/api/buy-now', { token: buyer.token, body: buyNowBody(book) })
  expect(await shown()).toContain('"reserved":true')
  await send('POST', `/api/my-orders/${buyNow.json.insertedId}/cancel`, { token: buyer.token })
  expect(await shown()).not.toContain('"reserved":true')
  await send('PATCH', '/api/account', { token: person.token, body: { name: 'Ida Berg' } })
  expect(await shown()).toContain('Ida Berg')
  expect(await shown(page)).toContain('Ida Berg')
  await send('DELETE', `/api/my-books/${book}`, { token: person.token })
  expect(await shown()).toContain('not_found')
  await send('POST', `/api/my-books/${book}/restore`, { token: person.token })
  expect(await shown('/books/cook-book')).toContain('Soups')
  await sql`UPDATE categories SET description = 'For hungry people.'`.execute(services.db)
  expect(await shown('/products-categories')).toContain('For hungry people.')
})

test('settings are shown on every page as soon as they are acknowledged, on every instance', async () => {
  const admin = await anAccount(services, 'admin')
  const pages = ['/', '/about', '/blogs', '/advertises']
  const titles = (at: RenderedShop) =>
    Promise.all(pages.map(async (url) => /<title>(.*?)<\/title>/.exec(await read(url, at))?.[1] ?? ''))
  const areCalled = async (name: string, at: RenderedShop) => (await titles(at)).every((title) => title.includes(name))
  await titles(other)
  for (let revision = 0; revision < 6; revision += 1) {
    const name = `Called ${revision}`
    const body = { revision, name }
    expect((await send('PATCH', '/api/settings', { token: admin.token, body })).status).toBe(200)
    // A second time, so that it is from memory where it can be.
    for (const one of [shop, other, shop, other]) expect(await areCalled(name, one)).toBe(true)
    expect(await read('/about')).toContain(`${name} is a club`)
  }
})

test('what another instance or any other program has written is shown at once', async () => {
  const book = await aBook(services, seller, { title: 'Of another' })
  await read('/advertises', other)
  expect((await advertise(book, true)).status).toBe(200)
  expect(await read('/advertises', other)).toContain('Of another')
  const tool = connect(database.url, { max: 1 })
  onTestFinished(tool.close)
  await sql`UPDATE books SET title = 'By hand' WHERE id = ${book}`.execute(tool.db)
  for (const one of [shop, other]) expect(await read('/advertises', one)).toContain('By hand')
})

test('while an instance can’t look it shows nothing from memory, and says nothing old', async () => {
  const book = await aBook(services, seller, { title: 'Before the silence' })
  await advertise(book, true)
  await until(async () => (await read('/advertises', other)).includes('Before the silence'))
  const { epoch } = other.database.catalogue
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'dogear watch'`.execute(database.db)
  await until(() => other.database.catalogue.epoch > epoch)
  for (let turn = 0; turn < 20; turn += 1) {
    await sql`UPDATE books SET title = ${`Silence ${turn}`} WHERE id = ${book}`.execute(other.database.db)
    expect(await read('/advertises', other)).toContain(`Silence ${turn}`)
  }
  await until(async () => {
    await read('/advertises', other)
    return other.answered.at(-1)?.isFromCache === true
  })
  expect(await read('/advertises', other)).toContain('Silence 19')
})

test('a page’s text is on the page at once, in the other process too, and gone again', async () => {
  for (const one of [shop, other]) expect(await read('/terms', one)).toContain('Who deals with whom')
  const { token } = await anAccount(services, 'admin')
  const body = { revision: 0, text: '# Rules\n\nBe kind to {{name}}.' }
  await send('PUT', '/api/content-pages/terms', { token, body })
  expect(await read('/terms')).toContain('Be kind to ')
  expect(await read('/terms', other)).toContain('Be kind to ')
  await send('POST', '/api/content-pages/terms/reset', { token, body: { revision: 1 } })
  expect(await read('/terms')).toContain('Who deals with whom')
  expect(await read('/terms', other)).toContain('Who deals with whom')
})

test('how soon a seller answers is on their page and on their books’, in both processes', async () => {
  const seller = await anAccount(services, 'seller')
  const book = await aBook(services, seller)
  const pages = [`/sellers/${seller.id}`, `/advertise/${book}`]
  const say = async (words: RegExp, from = shop) =>
    (await Promise.all(pages.map((url) => read(url, from)))).every((html) => words.test(html))
  const USUALLY = /sually answers/
  expect(await say(USUALLY)).toBe(false)
  for (let turn = 0; turn < 5; turn += 1) {
    const { id } = await aTalk(shop, { seller })
    clock.advance(20 * 60)
    await write(shop, { token: await freshToken(services, seller.id) }, id)
  }
  await keepAnswers(services)
  expect(await say(USUALLY)).toBe(true)
  expect(await say(/within an hour/)).toBe(true)
  expect(await say(/within an hour/, other)).toBe(true)
  await send('PUT', '/api/my-books', { as: seller, body: { isPaused: true } })
  expect(await read(pages[0]!)).not.toMatch(USUALLY)
})

test('a page from before the connection was lost is not shown after it, though no change is noted', async () => {
  const book = await aBook(services, seller, { title: 'Of the lost database' })
  await advertise(book, true)
  await until(async () => {
    const page = await read('/advertises', other)
    return page.includes('Of the lost database') && other.answered.at(-1)?.isFromCache === true
  })
  const { epoch } = other.database.catalogue
  // As a database is that was restored from a backup: another book, and no note of a change.
  await sql`UPDATE books SET title = 'Of the restored one' WHERE id = ${book}`.execute(database.db)
  await sql`TRUNCATE catalogue_changes`.execute(database.db)
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'dogear watch'`.execute(database.db)
  await until(() => other.database.catalogue.epoch > epoch)
  await until(async () => {
    expect(await read('/advertises', other)).toContain('Of the restored one')
    return other.answered.at(-1)?.isFromCache === true
  })
})
