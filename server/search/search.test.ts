import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { NewBook } from '#contract/books/books.ts'
import { aBook, anAccount, buyNowBody } from '#tests/kit/accounts-and-books.ts'
import { problemOf, startTestServer } from '#tests/kit/test-server.ts'
import { emptyIndex } from '#tests/kit/search/empty-index.ts'
import { walk } from '#tests/kit/walk.ts'
import { beginIndex, hasChanges, indexBooks } from './index-books.ts'

const server = await startTestServer()
const { services, send, clock } = server

async function list(title: string, author: string, more: Partial<NewBook> = {}, by = seller): Promise<string> {
  clock.advance(1)
  return aBook(services, by, { title, author, description: 'A copy.', ...more })
}

interface Found {
  title: string
  others: number
  lowest: number | undefined
  available: string
}
type Wire = { book: { book_name: string; available: string }; others: number; lowestPrice: { minor: number } | null }

async function find(query: Record<string, string>): Promise<Found[]> {
  const { status, json } = await send('GET', `/api/search?${new URLSearchParams(query).toString()}`)
  expect(status).toBe(200)
  return (json as Wire[]).map(({ book, others, lowestPrice }) => ({
    title: book.book_name,
    available: book.available,
    others,
    lowest: lowestPrice?.minor,
  }))
}
const titles = async (q: string, more: Record<string, string> = {}) =>
  (await find({ q, ...more })).map(({ title }) => title)
const summary = async (query: Record<string, string>) =>
  (await send('GET', `/api/search/summary?${new URLSearchParams(query).toString()}`)).json

const seller = await anAccount(services, 'seller')
const stranger = await anAccount(services, 'seller', { emailVerified: false })
const buyer = await anAccount(services, 'buyer')
await list('The Hobbit', 'J.R.R. Tolkien', { isbn: '9780261102217', binding: 'paperback', language: 'en' })
await list('The Hobbit (Illustrated)', 'Tolkien, J.R.R.', {
  resalePrice: 300,
  condition: 'fair',
  images: ['/x.webp'],
})
await list('the hobbit', 'Tolkien', { resalePrice: 900, location: 'Old town' }, stranger)
await list('The Fellowship of the Ring (The Lord of the Rings, #1)', 'J.R.R. Tolkien', { category: 'novel-book' })
await list('Harry Potter and the Sorcerer’s Stone', 'J.K. Rowling', { publisher: 'Scholastic Press', language: 'en' })
await list('Crime and Punishment', 'Fyodor Dostoyevsky', {
  language: 'ru',
  description: 'Pencil notes in the margin.',
})
await list('Преступление и наказание', 'Фёдор Достоевский', { language: 'ru' })
await list('Ο λόγος του Πλάτωνα', 'Ανώνυμος')
await list('ألف ليلة وليلة', 'مجهول')
await list('ノルウェイの森', '村上春樹')
await list('Les Misérables', 'Victor Hugo', { yearPublished: 1862, language: 'fr' })
await indexBooks(services)

describe('what is found', () => {
  test.each([
    ['hobbit', 'the hobbit'],
    ['THE HOBBIT', 'the hobbit'],
    ['jrr tolkien ring', 'The Fellowship of the Ring (The Lord of the Rings, #1)'],
    ['rings lord the of', 'The Fellowship of the Ring (The Lord of the Rings, #1)'],
    ['rowling potter', 'Harry Potter and the Sorcerer’s Stone'],
    ['sorcerers stone', 'Harry Potter and the Sorcerer’s Stone'],
    ['harry pott', 'Harry Potter and the Sorcerer’s Stone'],
    ['harrry ptter', 'Harry Potter and the Sorcerer’s Stone'],
    ['dostoyevski', 'Преступление и наказание'],
    ['Фёдор Достоевский punishment', 'Crime and Punishment'],
    ['scholastic', 'Harry Potter and the Sorcerer’s Stone'],
    ['pencil margin dostoyevsky', 'Crime and Punishment'],
    ['les miserables', 'Les Misérables'],
    ['наказание', 'Преступление и наказание'],
    ['НАКАЗАНИЕ достоевски', 'Преступление и наказание'],
    ['преступлние', 'Преступление и наказание'],
    ['λογος', 'Ο λόγος του Πλάτωνα'],
    ['ΠΛΑΤΩΝΑ', 'Ο λόγος του Πλάτωνα'],
    ['الف ليله', 'ألف ليلة وليلة'],
    ['ノルウェイ', 'ノルウェイの森'],
    ['森 村上', 'ノルウェイの森'],
    ['"of the ring"', 'The Fellowship of the Ring (The Lord of the Rings, #1)'],
    ['tolkien -hobbit', 'The Fellowship of the Ring (The Lord of the Rings, #1)'],
    ['harry potter wizard stone', 'Harry Potter and the Sorcerer’s Stone'],
    ['9780261102217', 'The Hobbit'],
    ['ISBN 0-261-10221-4', 'The Hobbit'],
  ])('by %s', async (q, title) => {
    expect((await titles(q))[0]).toBe(title)
  })

  test.each(['xyzzyx qwfpgj', '"ring the of"', 'zzzzzzzz', '!!!', '-hobbit', '9780306406157', 'ab'])(
    '%s finds nothing',
    async (q) => {
      expect(await titles(q)).toEqual([])
      expect(await summary({ q })).toMatchObject({ count: 0 })
    },
  )

  test('one copy stands for a work, the newest, and says how many more there are and from which price', async () => {
    expect(await find({ q: 'hobbit' })).toEqual([{ title: 'the hobbit', others: 2, lowest: 300, available: 'unsold' }])
    expect(await titles('hobbit', { sort: 'price' })).toEqual(['The Hobbit (Illustrated)', 'the hobbit', 'The Hobbit'])
    expect(await titles('hobbit', { sort: 'newest' })).toEqual(['the hobbit', 'The Hobbit (Illustrated)', 'The Hobbit'])
  })

  test('a spelling correction is shown, and can be declined', async () => {
    expect(await summary({ q: 'harrry ptter' })).toMatchObject({ shownFor: 'harry potter', count: 1 })
    expect(await summary({ q: 'harry potter' })).toMatchObject({ shownFor: null })
    expect(await summary({ q: 'harry potter wizard stone' })).toMatchObject({ without: ['wizard'] })
    expect(await titles('harrry ptter', { exact: 'true' })).toEqual([])
    expect(await summary({ q: '978-0-261-10221-8' })).toMatchObject({ isWrongIsbn: true, count: 0 })
  })

  test('of many pasted words some may be wrong; in another order they find the same', async () => {
    const pasted = 'harry potter and the philosopher stone rowling hardback edition signed copy rare'
    const shuffled = pasted.split(' ').toSorted().join(' ')
    const [first] = await titles(pasted)
    expect(first).toContain('Harry Potter')
    expect(await titles(shuffled)).toEqual(await titles(pasted))
    const { without } = await summary({ q: pasted })
    expect(without).toEqual(expect.arrayContaining(['signed', 'copy', 'rare']))
    expect(new Set((await summary({ q: shuffled })).without)).toEqual(new Set(without))
  })
})

describe('suggestions', () => {
  const suggested = async (q: string): Promise<string[]> => {
    const { status, json } = await send('GET', `/api/suggest?${new URLSearchParams({ q }).toString()}`)
    expect(status).toBe(200)
    return (json as { kind: string; text: string }[]).map(({ kind, text }) => `${kind}: ${text}`)
  }

  test.each([
    ['hob', 'title: The Hobbit'],
    ['the fel', 'title: The Fellowship of the Ring (The Lord of the Rings, #1)'],
    ['rowl', 'author: J.K. Rowling'],
    ['tolkein', 'author: J.R.R. Tolkien'],
    ['harrry pot', 'title: Harry Potter and the Sorcerer’s Stone'],
    ['nov', 'category: Novel Book'],
    ['пре', 'title: Преступление и наказание'],
    ['9780261102217', 'isbn: 978-0-261-10221-7'],
  ])('%s may become %s', async (q, text) => {
    expect(await suggested(q)).toContain(text)
  })

  test.each(['', 'x', 'zzzzzz', "'", '9780306406157', '%', '\\'])('%j becomes nothing', async (q) => {
    expect(await suggested(q)).toEqual([])
  })
})

describe('filters', () => {
  test.each([
    [{ condition: 'fair' }, ['The Hobbit (Illustrated)']],
    [{ condition: 'fair,good', price_to: '5' }, ['The Hobbit (Illustrated)']],
    [{ price_from: '9.00', price_to: '9,00' }, ['the hobbit']],
    [{ binding: 'paperback' }, ['The Hobbit']],
    [{ location: 'OLD TOWN' }, ['the hobbit']],
    [{ photo: 'true' }, ['The Hobbit (Illustrated)']],
    [{ verified: 'true' }, ['The Hobbit (Illustrated)']],
    [{ language: 'fr' }, []],
  ])('%j leaves %j', async (filters, left) => {
    expect(await titles('hobbit', filters)).toEqual(left)
  })

  test('work without words, too', async () => {
    expect(await titles('', { language: 'ru' })).toEqual(['Преступление и наказание', 'Crime and Punishment'])
    expect(await titles('', { published_from: '1800', published_to: '1900' })).toEqual(['Les Misérables'])
    expect(await titles('', { seller: stranger.id })).toEqual(['the hobbit'])
    expect(await titles('', { category: 'novel-book' })).toHaveLength(1)
  })

  test('say how many copies each value leaves, its own filter aside', async () => {
    const { count, isAbout, about, values } = await summary({ q: 'hobbit', condition: 'fair' })
    expect({ count, isAbout, about }).toEqual({ count: 1, isAbout: false, about: [] })
    expect(values.condition).toEqual([
      { value: 'good', count: 2 },
      { value: 'fair', count: 1 },
    ])
    expect(values).toMatchObject({ location: [{ value: 'Harbour square', count: 1 }], photo: 1, verified: 1 })
  })

  test('that leave nothing are named', async () => {
    expect(await summary({ q: 'hobbit', language: 'fr' })).toMatchObject({
      count: 0,
      guilty: { filter: 'language', count: 3 },
    })
  })
})

test('all pages of a list together are the list', async () => {
  const prices = (await find({ sort: 'price' })).length
  expect(prices).toBeGreaterThan(9)
  for (const sort of ['newest', 'price', '-price']) {
    const whole = await titles('', { sort })
    const { items } = await walkTitles(`/api/search?sort=${sort}&limit=2`)
    expect(items).toEqual(whole)
  }
  expect((await walkTitles('/api/search?q=tolkien&limit=1')).items).toEqual(await titles('tolkien'))
})

async function walkTitles(url: string): Promise<{ items: string[] }> {
  const items: string[] = []
  for (let next: string | undefined = url; next !== undefined;) {
    const { json, headers } = await send('GET', next)
    items.push(...(json as Wire[]).map(({ book }) => book.book_name))
    next = /^<([^>]+)>/.exec(headers.get('link') ?? '')?.[1]
  }
  return { items }
}

describe('changes', () => {
  test('of a listing are found by its new words, and not by its former ones', async () => {
    const id = await list('Quixotic Zebras', 'Zoe Zander')
    expect(await titles('quixotic')).toEqual([])
    await indexBooks(services)
    expect(await titles('quixotic')).toEqual(['Quixotic Zebras'])
    await sql`UPDATE books SET title = 'Plain Horses' WHERE id = ${id}`.execute(services.db)
    await indexBooks(services)
    expect(await titles('quixotic')).toEqual([])
    expect(await titles('zebra')).toEqual([])
    expect(await titles('horses zander')).toEqual(['Plain Horses'])
    await sql`DELETE FROM books WHERE id = ${id}`.execute(services.db)
    await indexBooks(services)
    expect(await titles('horses')).toEqual([])
  })

  test('a copy that is not for sale any more is never shown so, whatever the index says', async () => {
    const sold = await list('Verily Vendible', 'Vera Vane')
    const paused = await list('Verily Vendible', 'Vera Vane', { resalePrice: 200 }, stranger)
    await indexBooks(services)
    expect(await find({ q: 'vendible' })).toMatchObject([{ others: 1, available: 'unsold' }])
    await send('POST', '/api/buy-now', { token: buyer.token, body: buyNowBody(sold) })
    await send('POST', '/api/my-books/pause', { token: stranger.token })
    await sql`UPDATE books SET is_paused = true WHERE id = ${paused}`.execute(services.db)
    // The changes are still queued.
    expect(await hasChanges(services.db)).toBe(true)
    for (const sort of ['relevance', 'newest', 'price'])
      expect((await find({ q: 'vendible', sort })).filter(({ available }) => available === 'unsold')).toEqual([])
    await indexBooks(services)
    expect(await find({ q: 'vendible' })).toMatchObject([{ others: 0, available: 'sold' }])
    expect(await titles('vendible', { sort: 'newest' })).toEqual([])
    expect(await summary({ q: 'vendible' })).toMatchObject({ count: 0 })
    await sql`UPDATE books SET taken_down_at = now(), taken_down_for = 'rules', take_down_note = '', is_paused = true
      WHERE id = ${sold}`.execute(services.db)
    expect(await find({ q: 'vendible' })).toEqual([])
  })

  test('a seller’s confirmed email counts', async () => {
    const late = await anAccount(services, 'seller', { emailVerified: false })
    await list('Unverified Umbrellas', 'U', {}, late)
    await indexBooks(services)
    expect(await titles('umbrellas', { verified: 'true' })).toEqual([])
    await sql`UPDATE accounts SET email_verified = true WHERE id = ${late.id}`.execute(services.db)
    await indexBooks(services)
    expect(await titles('umbrellas', { verified: 'true' })).toEqual(['Unverified Umbrellas'])
  })

  test('where nothing is indexed, everything is, once', async () => {
    const before = await titles('', { sort: 'newest' })
    await emptyIndex(services.db)
    expect(await titles('hobbit')).toEqual([])
    await beginIndex(services)
    await beginIndex(services)
    await indexBooks(services)
    expect(await titles('', { sort: 'newest' })).toEqual(before)
    expect(await find({ q: 'hobitt' })).toMatchObject([{ others: 2 }])
  })

  test('two concurrent index runs do the work once', async () => {
    for (let turn = 0; turn < 20; turn += 1) await list(`Twin ${turn}`, 'Same Author')
    await Promise.all([indexBooks(services), indexBooks(services), indexBooks(services)])
    await indexBooks(services)
    expect((await walk(server, '/api/search?q=twin&sort=newest&limit=100')).ids).toHaveLength(20)
  })
})

describe('what is refused, and what is not', () => {
  test.each([
    [`q=${'a'.repeat(201)}`, 'q'],
    ['q=a%00b', 'q'],
    ['condition=mint', 'condition'],
    ['category=a%27%3B--', 'category'],
    ['price_from=-1', 'price_from'],
    ['published_to=19', 'published_to'],
    ['seller=1', 'seller'],
    ['verified=yes', 'verified'],
    ['sort=random', 'sort'],
    ['cursor=abc', 'cursor'],
    ['limit=1000', 'limit'],
  ])('%s', async (query, field) => {
    const answer = await send('GET', `/api/search?${query}`)
    expect(problemOf(answer)).toMatchObject({ status: 422, invalidFields: [{ field }] })
  })

  test.each(['price_from=999999999.99', 'price_to=999999999'])('%s, more than any price', async (query) => {
    for (const path of ['/api/search', '/api/search/summary'])
      expect([path, (await send('GET', `${path}?${query}`)).status]).toEqual([path, 200])
  })

  test.each([
    "' OR 1=1 --",
    'a & b | !c',
    '<->',
    "x':*",
    '\\',
    '%',
    '_%_',
    '"',
    '((((',
    'a:*b',
    '{}',
    '☃️',
    '\u{10FFFF}',
  ])('%j is but a text', async (q) => {
    expect((await send('GET', `/api/search?${new URLSearchParams({ q }).toString()}`)).status).toBe(200)
    expect((await send('GET', `/api/search/summary?${new URLSearchParams({ q }).toString()}`)).status).toBe(200)
  })
})
