import { describe, expect, test } from 'vitest'
import { suggest } from '#server/search/suggest.ts'
import { indexBooks } from '#server/search/index-books.ts'
import { searchBooks } from '#server/search/search-books.ts'
import { noFilters } from '#contract/search/search-request.ts'
import { anAccount } from '#tests/kit/accounts-and-books.ts'
import { listTitles } from '#tests/kit/search/real-titles.ts'
import { startTestServer } from '#tests/kit/test-server.ts'

/** What is meant, each with what was once taken for it. */
const BOOKS = `
  Life of Pi · Yann Martel
  Such a Pretty Fat: Looks, Life, or Why Pie Is Not the Answer · Jen Lancaster
  Harry Potter and the Sorcerer's Stone (Harry Potter, #1) · J.K. Rowling, Mary GrandPré
  The Tales of Beedle the Bard · J.K. Rowling
  Chocolat (Chocolat, #1) · Joanne Harris
  The Girl with No Shadow (Chocolat, #2) · Joanne Harris
  The Da Vinci Code (Robert Langdon, #2) · Dan Brown
  Angels & Demons (Robert Langdon, #1) · Dan Brown
  Cod: A Biography of the Fish that Changed the World · Mark Kurlansky
  Beyond Good and Evil · Friedrich Nietzsche
  Murder Ballads · Carey Pietsch
  Carrie · Stephen King
  Misery · Stephen King
  Stephen King's N. · Marc Guggenheim, Stephen King
  A Knight of the Seven Kingdoms · George R.R. Martin
  Carpentry for Kings · Steven Seven
  New Moon (Twilight, #2) · Stephenie Meyer
  Twilight (Twilight, #1) · Stephenie Meyer
  A Caress of Twilight (Merry Gentry, #2) · Laurell K. Hamilton
  To Kill a Mockingbird · Harper Lee
  Birds of Mock Lake · Ann Fowler
  Catch-22 · Joseph Heller
  Catch a Falling Star · Nicholas Sparks
  1984 · George Orwell
  Fifty Shades of Grey (Fifty Shades, #1) · E.L. James
  Shades of Grey (Shades of Grey, #1) · Jasper Fforde
  Frankenstein · Mary Shelley
  Emma · Jane Austen
  Persuasion · Jane Austen
  Becoming Jane Austen · Jon Spence
  The Dragon's Egg · Robert L. Forward
  The Idiot · Fyodor Dostoyevsky
  One Day in the Life of Ivan Denisovich · Aleksandr Solzhenitsyn
  Tao Te Ching · Lao Tzu
  Norwegian Wood · Haruki Murakami
  The Old Man and the Sea · Ernest Hemingway
  The Hobbit · J.R.R. Tolkien
  The Thief of Always · Clive Barker
  The Book Thief · Markus Zusak
  Theodore Rex · Edmund Morris
  The Team · David Wong
  The Girl on the Train · Paula Hawkins
  Girl in Track Shoes · Tara Tree
`
const titles = BOOKS.trim()
  .split('\n')
  .map((line) => {
    const [title = '', author = ''] = line.trim().split(' · ')
    return { title, author, isbn: null }
  })

const { services } = await startTestServer()
const seller = await anAccount(services, 'seller')
await listTitles(services.db, seller.id, titles)
await indexBooks(services)

async function find(q: string, exact = false): Promise<string[]> {
  const { items } = await searchBooks(services, { ...noFilters, q, exact, sort: 'relevance', limit: 5 })
  return items.map(({ book }) => `${book.title} · ${book.author}`)
}

test.each([
  ['life of pie', 'Life of Pi'],
  ['joanne rowling', 'J.K. Rowling'],
  ['jk rowling', 'J.K. Rowling'],
  ['j. k.', 'J.K. Rowling'],
  ['the davinci cod', 'The Da Vinci Code (Robert Langdon, #2)'],
  ['steven king', ' · Stephen King'],
  ['King, Stephen', ' · Stephen King'],
  ['twilight 2', 'New Moon (Twilight, #2)'],
  ['harrypotter', "Harry Potter and the Sorcerer's Stone (Harry Potter, #1)"],
  ['nietsch', 'Friedrich Nietzsche'],
  ['grankenstein', 'Frankenstein'],
  ['mocking bird', 'To Kill a Mockingbird'],
  ['catch22', 'Catch-22'],
  ['frankinstien', 'Frankenstein'],
  ['nineteen eighty-four', '1984'],
  ['50 shades of grey', 'Fifty Shades of Grey (Fifty Shades, #1)'],
  ['angels and demons', 'Angels & Demons (Robert Langdon, #1)'],
  ['dragon egg', "The Dragon's Egg"],
  ['tkam', 'To Kill a Mockingbird'],
  ['the girl on the tr', 'The Girl on the Train'],
  ['The Book Thief by Markus Zusak paperback 2005', 'The Book Thief'],
  ['достоевский', 'The Idiot'],
  ['dostojewski', 'The Idiot'],
  ['solschenizyn', 'One Day in the Life of Ivan Denisovich'],
  ['laozi', 'Tao Te Ching'],
  ['ницше', 'Beyond Good and Evil'],
  ['мураками', 'Norwegian Wood'],
  ['хемингуэй', 'The Old Man and the Sea'],
  ['толкин', 'The Hobbit'],
])('“%s” finds %s first', async (query, meant) => {
  const [first] = await find(query)
  expect(first).toContain(meant)
})

test('an author’s books come before books about them', async () => {
  expect((await find('jane austen')).at(-1)).toBe('Becoming Jane Austen · Jon Spence')
  expect(await find('jane austen')).toHaveLength(3)
})

test('what people say around a title isn’t looked for where a title has it', async () => {
  expect(await find('the book thief')).toEqual(['The Book Thief · Markus Zusak'])
})

test.each(['tkxm', 'zzyzx', 'hxzq'])('“%s” is corrected into nothing', async (query) => {
  expect(await find(query)).toEqual([])
})

test('an exact search finds only what has every word as typed', async () => {
  expect(await find('life pie', true)).toEqual([
    'Such a Pretty Fat: Looks, Life, or Why Pie Is Not the Answer · Jen Lancaster',
  ])
  expect(await find('life pie by', true)).toEqual([])
})

test.each(['harrypotter', 'murak', 'dragon egg', 'dostojewski', '50 shades'])(
  '“%s” is in no book exactly',
  async (query) => {
    expect(await find(query, true)).toEqual([])
  },
)

describe('suggestions', () => {
  const suggested = async (q: string) => (await suggest(services, q)).map(({ text }) => text)

  test('keep the first letter where anything has it', async () => {
    expect(await suggested('nietsch')).toEqual(['Friedrich Nietzsche'])
  })

  test('of an article alone are titles that begin with it', async () => {
    const found = await suggested('the')
    expect(found.length).toBeGreaterThan(0)
    expect(found.filter((text) => !text.startsWith('The '))).toEqual([])
  })
})
