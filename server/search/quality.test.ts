import { expect, test } from 'vitest'
import { noFilters } from '#contract/search/search-request.ts'
import { anAccount } from '#tests/kit/accounts-and-books.ts'
import { listTitles, misspelled, realTitles, seeded, type Title } from '#tests/kit/search/real-titles.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { indexBooks } from './index-books.ts'
import { searchBooks } from './search-books.ts'
import { likenessOfForms, readForm } from './works/form.rules.ts'

/** All titles, and as many queries as the figures in the decision: SEARCH_QUALITY=full. */
const isFull = process.env.SEARCH_QUALITY === 'full'
const TITLES = isFull ? Infinity : 2000
const ASKED = isFull
  ? { titles: 500, authors: 120, shuffled: 120, both: 120, isbns: 100, nonsense: 50 }
  : { titles: 120, authors: 60, shuffled: 60, both: 100, isbns: 40, nonsense: 20 }
/** Concurrent searches. */
const AT_ONCE = 8

const server = await startTestServer()
const { services } = server
const random = seeded(20)

/** Title as a reader would type it: without the series in brackets, at most as long as a query may be. */
const typed = ({ title }: Title) => title.replace(/\s*\([^()]*\)\s*$/u, '').slice(0, 120)
const first = ({ author }: Title) => author.split(',')[0]!.slice(0, 60)
const shuffled = (text: string) =>
  text
    .split(/\s+/)
    .map((word) => ({ word, place: random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ word }) => word.replace(/^-/, ''))
    .join(' ')

const titles = (await realTitles()).slice(0, TITLES)
const seller = await anAccount(services, 'seller')
await listTitles(services.db, seller.id, titles)
await indexBooks(services)
const chosen = titles
  .map((title) => ({ title, place: random() }))
  .toSorted((one, other) => one.place - other.place)
  .slice(0, ASKED.titles)
  .map(({ title }) => title)

const search = (q: string) =>
  searchBooks(services, { ...noFilters, q: q.slice(0, 200), exact: false, sort: 'relevance', limit: 3 })

async function askAll<Asked, Answer>(all: readonly Asked[], ask: (one: Asked) => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = []
  const queue = all.entries()
  const askOn = async () => {
    // oxlint-disable-next-line no-await-in-loop -- the next one when this one is answered
    for (const [at, one] of queue) answers[at] = await ask(one)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, askOn))
  return answers
}

/** Share of queries with the right result among the first three; prints the misses. */
async function share(what: string, asked: readonly { q: string; is: (found: Title) => boolean }[]): Promise<number> {
  const isMissed = await askAll(asked, async ({ q, is }) => {
    const { items } = await search(q)
    return !items.some(({ book }) => is({ title: book.title, author: book.author, isbn: book.isbn }))
  })
  const missed = asked.filter((_, at) => isMissed[at]).map(({ q }) => q)
  const found = 1 - missed.length / asked.length
  if (missed.length > 0)
    process.stdout.write(`${what}: ${(100 * found).toFixed(1)} % of ${asked.length}. Missed: ${missed.join(' | ')}\n`)
  return found
}

const formOf = (title: Title) => readForm({ ...title, language: null })
const sameWork = (one: Title) => (other: Title) => likenessOfForms(formOf(one), formOf(other)) !== null
const sameTitle = (one: Title) => (other: Title) => typed(one).toLowerCase() === typed(other).toLowerCase()
const either = (one: Title) => (other: Title) => sameWork(one)(other) || sameTitle(one)(other)

test('a title with a typo is found', { timeout: 300_000 }, async () => {
  const asked = chosen.map((title) => ({ q: misspelled(typed(title), random), is: either(title) }))
  expect(await share('Titles with a typo', asked)).toBeGreaterThanOrEqual(0.95)
})

test('so is an author with a typo', { timeout: 300_000 }, async () => {
  const asked = chosen.slice(0, ASKED.authors).map((title) => ({
    q: misspelled(first(title), random),
    is: (found: Title) => found.author.includes(first(title)),
  }))
  expect(await share('Authors with a typo', asked)).toBeGreaterThanOrEqual(0.9)
})

test('the words of a title in any order', { timeout: 300_000 }, async () => {
  const asked = chosen.slice(0, ASKED.shuffled).map((title) => ({ q: shuffled(typed(title)), is: either(title) }))
  expect(await share('Words out of order', asked)).toBeGreaterThanOrEqual(0.98)
})

test('a title together with its author', { timeout: 300_000 }, async () => {
  const asked = chosen
    .slice(0, ASKED.both)
    .map((title) => ({ q: `${first(title)} ${typed(title)}`.replaceAll(' -', ' '), is: sameWork(title) }))
  expect(await share('Title and author', asked)).toBeGreaterThanOrEqual(0.99)
})

test('an ISBN in any form', { timeout: 300_000 }, async () => {
  const numbered = chosen.filter(({ isbn }) => isbn !== null).slice(0, ASKED.isbns)
  expect(numbered.length).toBeGreaterThan(ASKED.isbns / 2)
  const asked = numbered.map((title, at) => ({
    q: formsOf(title.isbn!)[at % 4]!,
    is: (found: Title) => found.isbn === title.isbn,
  }))
  expect(await share('ISBN', asked)).toBe(1)
})

function formsOf(isbn: string): string[] {
  const nine = isbn.slice(3, 12)
  const sum = Array.from(nine).reduce((total, digit, place) => total + Number(digit) * (10 - place), 0)
  const check = (11 - (sum % 11)) % 11
  const ten = nine + (check === 10 ? 'x' : String(check))
  return [isbn, `${isbn.slice(0, 3)}-${isbn.slice(3, 4)}-${isbn.slice(4, 12)}-${isbn.slice(12)}`, ten, `ISBN ${ten}`]
}

test('nonsense finds nothing', { timeout: 300_000 }, async () => {
  const letters = 'bcdfghjklmnpqrstvwxz'
  const word = () => Array.from({ length: 8 }, () => letters[Math.floor(random() * letters.length)]).join('')
  const asked = Array.from({ length: ASKED.nonsense }, () => `${word()} ${word()}`)
  const found = await askAll(asked, async (q) => (await search(q)).items.length)
  expect(found).toEqual(asked.map(() => 0))
})
