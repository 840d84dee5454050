import { describe, expect, test } from 'vitest'
import { availableFor, faultsOf, judgeOf, KINDS, readQueries, repeatedIn, type JudgedQuery } from './judged-queries.ts'
import { compilePattern } from './patterns.ts'

const emma = { title: 'Emma', author: 'Jane Austen, Fiona Stafford' }
const brown = { title: 'Emma Brown (Clare, #2)', author: 'Clare Boylan' }
const volume = { title: "L'Été & l'hiver (Saisons, #12)", author: 'Émile Ôr' }
const about = { title: 'Jane Austen: A Life', author: 'Claire Tomalin' }

describe('a pattern', () => {
  test.each([
    ['emma', [emma, brown]],
    ['^emma$', [emma]],
    ['emma / austen', [emma]],
    ['/ jane austen', [emma]],
    ['/ ^jane austen', [emma]],
    ['/ austen fiona', [emma]],
    ['^brown', []],
    ['^jane austen$', [about]],
    ['^lete and lhiver$ / emile or', [volume]],
    ['ete', []],
    ['saisons * #12', [volume]],
    ['saisons * #1', []],
    ['emma * #2', [brown]],
    ['jane * life', [about]],
  ])('%s', (pattern, books) => {
    expect([emma, brown, volume, about].filter(compilePattern(pattern))).toEqual(books)
  })
})

test('good patterns are stronger than acceptable ones, and all else is bad', () => {
  const judge = judgeOf({ query: 'emma', kind: 'exact', good: ['^emma$'], acceptable: ['emma', '/ austen'] })
  expect([emma, brown, about].map(judge)).toEqual(['good', 'acceptable', 'bad'])
  expect(availableFor(judge, [emma, brown, about])).toEqual({ good: 1, acceptable: 1 })
})

test('a pattern that no work has, and a query that is there twice, are named', () => {
  const query = (query: string, good: string[]): JudgedQuery => ({ query, kind: 'exact', good })
  expect(faultsOf([query('Emma', ['emma']), query('émma', ['emna'])], [emma])).toEqual([
    '“émma”: no work of the list has the pattern “emna”.',
    '“Emma” is there more than once.',
  ])
})

test('each set has every kind, and no query is in both', () => {
  const [seen, unseen] = [readQueries('seen'), readQueries('unseen')]
  for (const queries of [seen, unseen]) expect(new Set(queries.map(({ kind }) => kind))).toEqual(new Set(KINDS))
  expect(repeatedIn([...seen, ...unseen])).toEqual([])
  expect([seen.length, unseen.length]).toEqual([200, 100])
})
