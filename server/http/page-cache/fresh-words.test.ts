import { expect, test } from 'vitest'
import { keepAnswers } from '#server/messages/answers/keep-answers.ts'
import { aBook, anAccount, freshToken } from '#tests/kit/accounts-and-books.ts'
import { startRenderedShop } from '#tests/kit/rendered-shop.ts'
import { aTalk, write } from '#tests/kit/talking.ts'
import { until } from '#tests/kit/until.ts'

// Two shops on one database, as two processes; what they say of themselves and of sellers is on pages from memory.
const shop = await startRenderedShop()
const other = await startRenderedShop({ on: shop })
const { services, send, clock } = shop

const read = async (url: string, { origin } = shop) => (await fetch(origin + url)).text()

test('a page’s text is on the page at once, in the other process by its next answer, and gone again', async () => {
  for (const one of [shop, other]) expect(await read('/terms', one)).toContain('Who deals with whom')
  const { token } = await anAccount(services, 'admin')
  const body = { revision: 0, text: '# Rules\n\nBe kind to {{name}}.' }
  await send('PUT', '/api/content-pages/terms', { token, body })
  expect(await read('/terms')).toContain('Be kind to Dogear.')
  await until(async () => (await read('/terms', other)).includes('Be kind to Dogear.'))
  await send('POST', '/api/content-pages/terms/reset', { token, body: { revision: 1 } })
  expect(await read('/terms')).toContain('Who deals with whom')
  await until(async () => (await read('/terms', other)).includes('Who deals with whom'))
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
  await until(() => say(/within an hour/, other))
  await send('PUT', '/api/my-books', { as: seller, body: { isPaused: true } })
  expect(await read(pages[0]!)).not.toMatch(USUALLY)
})
