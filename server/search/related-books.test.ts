import { expect, test } from 'vitest'
import type { NewBook } from '#contract/books/books.ts'
import { MOST_RELATED } from '#contract/search/related-books.ts'
import { aBook, anAccount, buyNowBody } from '#tests/kit/accounts-and-books.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { findRelatedBooks } from './find-related-books.ts'
import { indexBooks } from './index-books.ts'

const server = await startTestServer()
const { services, send, clock } = server
const nobody = { id: '00000000-0000-4000-8000-000000000000' }

const seller = await anAccount(services, 'seller')
const buyer = await anAccount(services, 'buyer')

async function list(title: string, author: string, more: Partial<NewBook> = {}, by = seller): Promise<string> {
  clock.advance(1)
  return aBook(services, by, { title, author, ...more })
}
async function around(id: string, title: string, author: string) {
  const book = {
    id,
    title,
    author,
    isbn: null,
    language: null,
    postedAt: new Date('2026-01-01'),
    category: 'cook-book',
    seller: { ...nobody, name: '', emailVerified: true },
  }
  const { copies, copyCount, similar } = await findRelatedBooks(services, book)
  return { copies: copies.map((one) => one.id), copyCount, similar: similar.map((one) => one.title) }
}

test('other copies of the work come cheapest first, however its title is written; other works once each', async () => {
  const own = await list('The Hobbit', 'J.R.R. Tolkien', { resalePrice: 100 })
  const dear = await list('Hobbit (Illustrated)', 'Tolkien', { resalePrice: 900 })
  const cheap = await list('the hobbit', 'John Tolkien', { resalePrice: 300 })
  await list('Tree and Leaf', 'J.R.R. Tolkien')
  await list('The Silmarillion', 'J.R.R. Tolkien')
  await list('The Silmarillion', 'J.R.R. Tolkien')
  await list('The Silmarillion', 'Somebody Else')
  await indexBooks(services)
  expect(await around(own, 'The Hobbit', 'J.R.R. Tolkien')).toEqual({
    copies: [cheap, dear],
    copyCount: 2,
    similar: ['The Silmarillion', 'Tree and Leaf'],
  })
})

test('nothing sold, reserved, paused, taken off or of a suspended seller is shown, also before the index knows of it', async () => {
  const [title, author] = ['Salt', 'Rhea Quill']
  const own = await list(title, author)
  const [claimed, paused, removed] = [await list(title, author), await list(title, author), await list(title, author)]
  const away = await anAccount(services, 'seller')
  await list(title, author, {}, away)
  const left = await list(title, author)
  await indexBooks(services)
  expect((await around(own, title, author)).copyCount).toBe(5)
  const changes = [
    await send('POST', '/api/buy-now', { token: buyer.token, body: buyNowBody(claimed) }),
    await send('POST', '/api/my-books/changes', { token: seller.token, body: { change: 'pause', books: [paused] } }),
    await send('DELETE', `/api/my-books/${removed}`, { token: seller.token }),
  ]
  const admin = await anAccount(services, 'admin')
  const suspension = { days: '7', reason: 'rules', note: '' }
  changes.push(await send('POST', `/api/accounts/${away.id}/suspend`, { token: admin.token, body: suspension }))
  expect(changes.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const before = await around(own, title, author)
  await indexBooks(services)
  const after = await around(own, title, author)
  expect([before, after]).toEqual([
    { copies: [left], copyCount: 1, similar: [] },
    { copies: [left], copyCount: 1, similar: [] },
  ])
  // Around a sold copy, and around one that is no longer indexed.
  expect((await around(claimed, title, author)).copies.toSorted()).toEqual([own, left].toSorted())
  expect((await around(removed, title, author)).copyCount).toBe(2)
})

test('a handful of each is given, and how many copies there are', async () => {
  const ids: string[] = []
  for (let copy = 0; copy < 9; copy += 1) ids.push(await list('Common', 'Many Hands', { resalePrice: 100 + copy }))
  for (let work = 0; work < 9; work += 1) await list(`Rare ${work}`, 'Many Hands')
  await indexBooks(services)
  const found = await around(ids[0]!, 'Common', 'Many Hands')
  expect(found.copies).toEqual(ids.slice(1, 1 + MOST_RELATED))
  expect(found.copyCount).toBe(8)
  expect(found.similar).toEqual([8, 7, 6, 5, 4, 3].map((work) => `Rare ${work}`))
})

test('more of the seller and of the category are shown once each, without other copies of the work', async () => {
  const by = await anAccount(services, 'seller')
  const more = { category: 'story-book' }
  const own = await list('Round', 'Ida Kant', more, by)
  await list('Round', 'Ida Kant', more)
  const ofSeller = await list('Square', 'Ida Kant', more, by)
  const ofAuthor = await list('Oval', 'Ida Kant')
  const ofCategory = await list('Flat', 'Lou Reed', more)
  const copies = Array.from({ length: 7 }, () => 'Round')
  for (const title of copies) await list(title, 'Ida Kant', more)
  await indexBooks(services)
  const book = {
    id: own,
    title: 'Round',
    author: 'Ida Kant',
    isbn: null,
    language: null,
    postedAt: new Date('2026-01-01'),
    ...more,
  }
  const found = await findRelatedBooks(services, { ...book, seller: { id: by.id, name: '', emailVerified: true } })
  expect(found.ofSeller.map(({ id }) => id)).toEqual([ofSeller])
  expect(found.similar.map(({ id }) => id)).toEqual([ofAuthor, ofCategory])
})

test('a book by very many authors can be listed', async () => {
  const author = Array.from({ length: 60 }, (_, turn) => `${'字'.repeat(5)}${turn} Ünüsual${turn}`)
    .join(' ')
    .slice(0, 1000)
  const own = await list('Of Many', author)
  await list('Of the Same', author)
  await indexBooks(services)
  expect((await around(own, 'Of Many', author)).similar).toEqual(['Of the Same'])
})
