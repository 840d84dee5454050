import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { LONGEST_QUERY } from '#contract/search/query.ts'
import type { Grade, Outcome } from './metrics.ts'
import { comparable, compilePattern, type Shown } from './patterns.ts'

/** Why the query is in the set: what is hard about it. */
export const KINDS = [
  'exact',
  'numerals',
  'stop words',
  'half remembered',
  'abbreviations',
  'authors',
  'transliterated',
  'foreign titles',
  'marks',
  'series',
  'typos',
  'spacing',
  'order',
  'keyboard',
  'long',
  'subjects',
  'ISBN',
  'facts',
  'beginnings',
  'no answer',
] as const

const judgedQuery = z.object({
  query: z.string().check(z.minLength(1), z.maxLength(LONGEST_QUERY)),
  kind: z.enum(KINDS),
  /** Patterns of the works that are wanted; none where the shop has no answer. */
  good: z.array(z.string()),
  /** Patterns of works that are no mistake beside them. */
  acceptable: z.optional(z.array(z.string())),
})
export type JudgedQuery = z.output<typeof judgedQuery>

/** The 200 queries that the search may be improved by, or the 100 that only measure it. */
export function readQueries(which: 'seen' | 'unseen'): JudgedQuery[] {
  const file = new URL(which === 'seen' ? './queries.json' : './unseen.json', import.meta.url)
  return z.array(judgedQuery).parse(JSON.parse(readFileSync(file, 'utf8')))
}

export type Judge = (book: Shown) => Grade

export function judgeOf({ good, acceptable = [] }: JudgedQuery): Judge {
  const [isGood, isAcceptable] = [good.map(compilePattern), acceptable.map(compilePattern)]
  return (book) => {
    if (isGood.some((is) => is(book))) return 'good'
    return isAcceptable.some((is) => is(book)) ? 'acceptable' : 'bad'
  }
}

/** How many works a shop has of each grade. */
export function availableFor(judge: Judge, works: readonly Shown[]): Outcome['available'] {
  const grades = works.map(judge)
  return {
    good: grades.filter((grade) => grade === 'good').length,
    acceptable: grades.filter((grade) => grade === 'acceptable').length,
  }
}

/** Faults of a set, as sentences: patterns that no work has, and queries that are there twice. */
export function faultsOf(queries: readonly JudgedQuery[], works: readonly Shown[]): string[] {
  const unmatched = queries.flatMap(({ query, good, acceptable = [] }) =>
    [...good, ...acceptable]
      .filter((pattern) => !works.some(compilePattern(pattern)))
      .map((pattern) => `“${query}”: no work of the list has the pattern “${pattern}”.`),
  )
  return [...unmatched, ...repeatedIn(queries)]
}

/** Queries that differ in case and accents alone are one. */
export function repeatedIn(queries: readonly Pick<JudgedQuery, 'query'>[]): string[] {
  const same = Map.groupBy(queries, ({ query }) => comparable(query) || query)
  return [...same.values()].filter((of) => of.length > 1).map(([one]) => `“${one!.query}” is there more than once.`)
}
