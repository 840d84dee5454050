import { expect, test } from 'vitest'
import { sampleOf, samples, shareFound } from './samples.ts'
import type { Work } from './stocked-shop.ts'

const work = (id: string, title: string, author: string): Work => ({ id, title, author, isbn: '' })
const rings = work('1', 'The Two Towers (The Lord of the Rings, #2)', 'J.R.R. Tolkien, Alan Lee')
const pride = work('2', 'Pride & Prejudice', 'Jane Austen')
const it = work('3', 'It', 'Stephen King')

const typed = (name: string, ...works: Work[]) => sampleOf(name, works).map(({ query }) => query)

test.each([
  ['title by author paperback 2005', rings, 'The Two Towers by J.R.R. Tolkien paperback 2005'],
  ['author’s initials without dots', rings, 'JRR Tolkien The Two Towers'],
  ['Last, First', pride, 'Austen, Jane Pride & Prejudice'],
  ['series and number', rings, 'The Lord of the Rings 2'],
  ['cut after 70 %', rings, 'The Two To'],
  ['& for and, and for &', pride, 'Pride and Prejudice'],
  ['without small words', rings, 'Two Towers'],
])('%s', (name, work, query) => {
  expect(typed(name, work)).toEqual([query])
})

const always = new Set(['title by author paperback 2005', 'a word more', 'Last, First'])

test.each(Object.keys(samples))('%s: the same in each run, of titles that can be changed so', (name) => {
  const queries = typed(name, rings, pride)
  expect(queries).toEqual(typed(name, rings, pride))
  for (const query of queries) expect([rings.title, 'The Two Towers', pride.title]).not.toContain(query)
  expect(typed(name, it)).toHaveLength(always.has(name) ? 1 : 0)
})

test('found is the work or another of its title, among the first three', async () => {
  const sample = [{ work: rings, query: 'towers' }]
  const shareOf = (...works: Work[]) =>
    shareFound(sample, {
      name: 'made up',
      search: async () => works.map(({ id, title, author }) => ({ workId: id, title, author })),
    })
  expect(await shareOf(it, pride, rings)).toBe(1)
  expect(await shareOf(work('9', 'The two towers', 'Another'))).toBe(1)
  expect(await shareOf(it, pride, it, rings)).toBe(0)
  expect(await shareOf()).toBe(0)
})
