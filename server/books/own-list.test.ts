import { describe, expect, test } from 'vitest'
import { aBook, anAccount, buyNowBody } from '#tests/kit/accounts-and-books.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { walk } from '#tests/kit/walk.ts'

const server = await startTestServer()
const { services, send } = server
const ids: Record<string, string> = {}

const seller = await anAccount(services, 'seller')
const other = await anAccount(services, 'seller')
const buyer = await anAccount(services, 'buyer')
const titles = { emile: 'Émile', nine: 'Nine_percent 100%', tide: 'The Tide Table', sea: 'The Sea' }
for (const [name, title] of Object.entries(titles)) {
  ids[name] = await aBook(services, seller, { title, author: name === 'sea' ? 'John Bánville' : 'Ada Winter' })
  await aBook(services, other, { title })
  server.clock.advance(1)
}
await send('PUT', `/api/my-books/${ids.tide}`, { token: seller.token, body: { advertise: 'true' } })
await send('POST', '/api/buy-now', { token: buyer.token, body: buyNowBody(ids.sea!) })

const found = async (query: string) => {
  const walked = await walk(server, `/api/my-books?limit=2&${query}`, seller.token)
  const counted = await send('GET', `/api/my-books/count?${query}`, { token: seller.token })
  expect(counted.json).toEqual({ count: walked.ids.length, orMore: false })
  return walked.ids.map((id) => Object.keys(ids).find((name) => ids[name] === id))
}

describe('a seller’s own list', () => {
  test.each([
    ['', ['sea', 'tide', 'nine', 'emile']],
    ['search=emile', ['emile']],
    ['search=%C3%89MILE', ['emile']],
    ['search=banville+the', ['sea']],
    ['search=the&sort=name', ['sea', 'tide']],
    // SQL wildcards are literal.
    ['search=%25', ['nine']],
    ['search=_', ['nine']],
    ['search=nowhere', []],
    ['search=+', ['sea', 'tide', 'nine', 'emile']],
    ['state=unsold', ['tide', 'nine', 'emile']],
    ['state=reserved', ['sea']],
    ['state=sold', []],
    ['state=paused', []],
    ['state=advertised', ['tide']],
    ['state=unsold&search=ada&sort=oldest', ['emile', 'nine', 'tide']],
  ])('with %s has these, and is counted', async (query, names) => {
    expect(await found(query)).toEqual(names)
  })

  test('paused, has them as such, and not as unsold', async () => {
    const pause = (isPaused: boolean) => send('PUT', '/api/my-books', { token: seller.token, body: { isPaused } })
    await pause(true)
    expect(await found('state=paused')).toEqual(['tide', 'nine', 'emile'])
    expect(await found('state=unsold')).toEqual([])
    await pause(false)
  })

  test.each(['state=all', `search=${'x'.repeat(101)}`, 'search=%00'])('refuses %s', async (query) => {
    for (const path of ['my-books', 'my-books/count'])
      expect((await send('GET', `/api/${path}?${query}`, { token: seller.token })).status).toBe(422)
  })
})
